import { usePermission } from '@lamplight/console-kit'
import type { CommandWord } from './commands.ts'

/**
 * The commands that the user may send, by the same permissions on every page as on the server. `named`: the number of lamps, if the command names
 * each of them; some users may dim one lamp at a time.
 */
export const useCommandRights = (named?: number): Readonly<Record<CommandWord, boolean>> => {
  const [dim, one, change, release] = [
    usePermission('lamp_dim'),
    usePermission('lamp_dim_one'),
    usePermission('lamp_switch'),
    usePermission('lamp_release'),
  ]
  return { dim: dim || (one && named === 1), on: change, off: change, release }
}
