import { usePermission } from '@lamplight/console-kit'
import type { CommandWord } from './commands.ts'

/** Which commands the person may send; the same rights on every page, as the server asks for them. */
export const useCommandRights = (): Readonly<Record<CommandWord, boolean>> => {
  const [dim, change, release] = [usePermission('lamp_dim'), usePermission('lamp_switch'), usePermission('lamp_release')]
  return { dim, on: change, off: change, release }
}
