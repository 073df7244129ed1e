import { contributeDetail, registerMenuCount, registerTrayItem } from '@lamplight/console-kit'
import { lazy } from 'react'
import { BatchTray } from './batch-tray.tsx'
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
