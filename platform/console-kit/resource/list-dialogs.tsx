import { lazy, Suspense } from 'react'
import type { ResourceConsole } from './console-resource.ts'
import { FormPlace } from './form-place.tsx'
import type { ListPage } from './use-list-page.ts'

const DeedDialog = lazy(() => import('./deed-dialog.tsx').then((module) => ({ default: module.DeedDialog })))
const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })))
const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))

/** What opens over a list: the form, the import, the question of a deed. Form and import have addresses. */
export const ListDialogs = ({ console, page }: { console: ResourceConsole; page: ListPage }) => {
  const { tab, asked, setAsked } = page
  return (
    <Suspense>
      <FormPlace console={console} />
      {tab.query.import && <ImportDialog console={console} onClose={() => tab.setQuery({ import: '' })} />}
      {page.exporting && (
        <ExportDialog
          console={console}
          all={page.all}
          shown={page.columns}
          filter={page.list.filter}
          selection={page.selection}
          total={page.tree ? null : page.list.total}
          onClose={() => page.setExporting(false)}
        />
      )}
      {asked && (
        <DeedDialog
          console={console}
          deed={asked.deed}
          on={asked.on}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            if (asked.deed.name === 'remove') page.clear()
          }}
        />
      )}
    </Suspense>
  )
}
