import { contributeConsole, contributeDetail, registerMenuCount, registerTrayItem } from '@lamplight/console-kit'
import { lazy } from 'react'
import { BatchTray } from './batch-tray.tsx'
import { K } from './kind.messages.ts'
import { DRIFT_PATH, useDriftCount } from './use-drift-count.ts'

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

const typed = () => import('./typed-device.tsx')
contributeConsole('devices.device', {
  actions: { send: lazy(async () => ({ default: (await typed()).TypedSend })) },
  slots: {
    detailTop: lazy(async () => ({ default: (await typed()).TypedStanding })),
    detailTabs: {
      live: { label: K.live, leads: true, body: lazy(async () => ({ default: (await typed()).TypedLive })) },
      history: { label: K.history, body: lazy(async () => ({ default: (await typed()).TypedHistory })) },
      commands: { label: K.commands, body: lazy(async () => ({ default: (await typed()).TypedCommands })) },
    },
  },
})
