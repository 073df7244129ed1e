import { lazy } from 'react'
import type { Selector } from '../model/index.ts'
import type { CommandWord } from './commands.ts'

/** What the command dialog is opened with. */
export interface CommandAsked {
  readonly command: CommandWord
  readonly selector: Selector
  /** How the devices are named in the record and the dialog. */
  readonly target: string
  readonly onClose: () => void
}

/** Commands devices: level and duration, what it touches, then its rungs as they climb. Fetched when it is first opened. */
export const CommandDialog = lazy(() => import('./command.dialog.tsx').then((module) => ({ default: module.CommandDialog })))
