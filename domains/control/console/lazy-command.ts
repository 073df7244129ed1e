import { lazy } from 'react'
import type { Selector } from '../model/index.ts'
import type { CommandWord } from './commands.ts'

/** Properties of the command dialog. */
export interface CommandRequest {
  readonly command: CommandWord
  readonly selector: Selector
  /** Name of the devices in the record and the dialog. */
  readonly target: string
  readonly onClose: () => void
}

/** Dialog that sends a command to lamps: level, duration and targets, then the live progress. Loaded when it is first opened. */
export const CommandDialog = lazy(() => import('./command.dialog.tsx').then((module) => ({ default: module.CommandDialog })))

/** Buttons that send a command to several devices of a resource. Their code loads when the buttons are first shown. */
export const DeviceButtons = lazy(() => import('./command-buttons.tsx').then((module) => ({ default: module.DeviceButtons })))

/** Buttons of the commands to lamps. Loaded when they are first shown. */
export const LampButtons = lazy(() => import('./lamp-buttons.tsx').then((module) => ({ default: module.LampButtons })))
