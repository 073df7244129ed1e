import { contributeConsole, contributeDetail, registerMenuCount, registerTrayItem } from '@lamplight/console-kit'
import { lazy } from 'react'
import { DRIFT_PATH } from '../model/paths.ts'
import { K } from './device/kind.messages.ts'
import { Y } from './device/typed.messages.ts'
import { useDriftCount } from './params/use-drift-count.ts'
import { BatchTray } from './records/batch-tray.tsx'

export type { FamilyIndex } from './params/families.ts'
export { openFamilies } from './params/family-index.ts'

const DeviceCommands = lazy(() => import('./command/device-commands.tsx').then((module) => ({ default: module.DeviceCommands })))

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
const typed = (name: keyof typeof import('./device/typed-device.tsx')) =>
  lazy(async () => ({ default: (await import('./device/typed-device.tsx'))[name] }))
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
