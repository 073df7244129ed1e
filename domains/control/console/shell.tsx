import { contributeConsole, contributeDetail, registerMenuCount, registerTrayItem } from '@lamplight/console-kit'
import { lazy } from 'react'
import { BatchTray } from './batch-tray.tsx'
import { K } from './kind.messages.ts'
import { Y } from './typed.messages.ts'
import { DRIFT_PATH, useDriftCount } from './use-drift-count.ts'

export type { FamilyIndex } from './families.ts'
export { openFamilies } from './family-index.ts'

const DeviceCommands = lazy(() => import('./device-commands.tsx').then((module) => ({ default: module.DeviceCommands })))

registerTrayItem('commands', BatchTray)
registerMenuCount(DRIFT_PATH, () => useDriftCount()?.total ?? 0)
for (const [resource, selector] of [
  ['devices.group', 'groupId'],
  ['places.area', 'areaId'],
  ['places.project', 'projectId'],
  ['lighting.street', 'streetId'],
] as const)
  contributeDetail(resource, 'commands', ({ row }) => <DeviceCommands row={row} selector={selector} />)

/** A part of the page of a device whose type was made at run time. */
const typed = (name: keyof typeof import('./typed-device.tsx')) =>
  lazy(async () => ({ default: (await import('./typed-device.tsx'))[name] }))
contributeConsole('devices.device', {
  actions: { send: typed('TypedSend') },
  slots: {
    detailTop: typed('TypedStatus'),
    detailTabs: {
      live: { label: K.live, leads: true, body: typed('TypedLive') },
      history: { label: K.history, body: typed('TypedHistory') },
      commands: { label: K.commands, body: typed('TypedCommands') },
      params: { label: Y.param, body: typed('TypedParams') },
    },
  },
})
