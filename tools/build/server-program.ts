import { join } from 'node:path'
import { isBuilt, root, serverPart } from './part.ts'

let found: string | undefined
/** Returns the file that a test or bench starts as the server: the bundle if it was built from the present sources, otherwise the source file. */
export const serverProgram = (): string => {
  found ??= isBuilt(serverPart) ? join(root, serverPart.out, 'server.js') : join(root, 'apps', 'server', 'main.ts')
  return found
}
