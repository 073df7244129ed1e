import { lazy } from 'react'

/** Dialog of a device command: input, targets, then progress. Loaded when it is first opened. */
export const DeviceCommandDialog = lazy(() =>
  import('./device-command.dialog.tsx').then((module) => ({ default: module.DeviceCommandDialog })),
)
