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
