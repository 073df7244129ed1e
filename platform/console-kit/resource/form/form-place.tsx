import { lazy, Suspense, useState } from 'react'
import { useTab, useUnsaved } from '../../tabs/use-tab.ts'
import type { ResourceConsole } from '../console-resource.ts'
import { FieldsHost } from '../field-host.tsx'

const FormDrawer = lazy(() => import('./form-drawer.tsx').then((module) => ({ default: module.FormDrawer })))

/** Opens the form of a list or detail page if the address says so (`?create=1`, `?edit=id`). */
export const FormPlace = ({ console }: { console: ResourceConsole }) => {
  const tab = useTab()
  const [changed, setChanged] = useState(false)
  const { edit, create } = tab.query
  const open = edit !== undefined || create !== undefined
  useUnsaved(open && changed)
  if (!open) return null
  return (
    <Suspense>
      <FormDrawer console={console} id={edit ?? null} onChanged={setChanged} onClose={() => tab.setQuery({ edit: '', create: '' })} />
    </Suspense>
  )
}

/** The form of a row on a slice's own page; `id` null adds a row. The page chooses the fields by the resource that it passes. */
export const EntryForm = ({ console, id, onClose }: { console: ResourceConsole; id: string | null; onClose: () => void }) => {
  const [changed, setChanged] = useState(false)
  useUnsaved(changed)
  return (
    <FieldsHost>
      <Suspense>
        <FormDrawer console={console} id={id} onChanged={setChanged} onClose={onClose} />
      </Suspense>
    </FieldsHost>
  )
}
