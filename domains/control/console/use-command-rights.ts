import { usePermission } from '@lamplight/console-kit'
import type { CommandWord } from './commands.ts'

/** The commands that the user may send, by the same permissions on every page as on the server. */
export const useCommandRights = (): Readonly<Record<CommandWord, boolean>> => {
  const [dim, change, release] = [usePermission('lamp_dim'), usePermission('lamp_switch'), usePermission('lamp_release')]
  return { dim, on: change, off: change, release }
}
