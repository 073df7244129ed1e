import { join } from 'node:path'
import { buildNeeded, root, serverPart } from './part.ts'

let found: string | undefined
/** Returns the file that Node runs as the server: the built one if it was made from the present sources, otherwise the source, which starts a second later. */
export const serverProgram = (): string => {
  found ??= buildNeeded(serverPart) ? join(root, 'apps', 'server', 'main.ts') : join(root, serverPart.out, 'server.js')
  return found
}
