import { Age, defineConsole } from '@lamplight/console-kit'
import { laterPages, onConsole, type SlotProps } from '@lamplight/console-kit/resource'
import { lazy, Suspense } from 'react'
import { iot } from '../domain.ts'
import { oc } from '../model/oc.resource.ts'
import { iotDevices } from '../model/pages.ts'
import { registration } from '../model/registration.resource.ts'
import { thing } from '../model/thing.listing.ts'
import { M } from './iot.messages.ts'
import { RegisterCell } from './register-cell.tsx'
import { CountLine, Edit, Reported, useTypes, Values } from './things.tsx'

const DeleteImport = lazy(async () => ({ default: (await import('./delete-import.tsx')).DeleteImport }))
const DeleteImportButton = (props: SlotProps) => (
  <Suspense>
    <DeleteImport {...props} />
  </Suspense>
)

const registrations = onConsole(registration, {
  counter: ['台', 'device'],
  find: ['imei', 'name'],
  state: 'deviceState',
  empty: M.noDevice,
  columns: { registerStatus: RegisterCell, reportedAt: ({ value }) => <Age at={value as string | null} /> },
  slots: { toolbar: DeleteImportButton },
})

export const iotConsole = defineConsole({
  domain: iot,
  pages: [
    // This list has two addresses (rt.iot.index, iot.registration).
    ...laterPages({ code: registration.code, link: iotDevices.path, label: iotDevices.label, load: async () => registrations }),
  ],
  resources: [
    registrations,
    onConsole(thing, {
      empty: M.noThing,
      refresh: { seconds: 30 },
      useFilters: useTypes,
      columns: { properties: Values, reportedAt: Reported },
      slots: { listTop: CountLine, rowEnd: { label: M.edit, right: 'typed_device_edit', body: Edit } },
    }),
    onConsole(oc, {
      labels: false,
      find: ['name'],
      empty: M.noPlatform,
      columns: { pushedAt: ({ value }) => <Age at={value as string | null} /> },
    }),
  ],
})
