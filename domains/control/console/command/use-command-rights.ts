import { usePermission } from '@lamplight/console-kit'
import type { CommandWord } from './commands.ts'

/**
 * Returns which commands the user may send. The server checks the same permissions. `named`: the number of lamps, if the command names each lamp by its
 * id; undefined for groups and filters. The permission `lamp_dim_one` suffices to dim one named lamp.
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
