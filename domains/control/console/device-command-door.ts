import { lazy } from 'react'
import type { DeviceKind } from './device-kinds.ts'

/** What the dialog of a device command is opened with. */
export interface DeviceCommandAsked {
  readonly kind: DeviceKind
  /** Name of the action of the resource that sends the command. */
  readonly action: string
  readonly target: { readonly ids: readonly string[] } | { readonly filter: Readonly<Record<string, string>> }
  /** How the devices are named until the server has counted them. */
  readonly name: string
  readonly onClose: () => void
}

/** Commands devices: the input of the command, whom it reaches, then its rungs as they climb. Fetched when it is first opened. */
export const DeviceCommandDialog = lazy(() =>
  import('./device-command.dialog.tsx').then((module) => ({ default: module.DeviceCommandDialog })),
)
