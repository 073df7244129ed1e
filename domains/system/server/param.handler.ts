import { A, type Route, route } from '@lamplight/server-kit'
import { CONSOLE_PREFIXES } from '../model/param.resource.ts'
import { paramsPort } from '../model/ports.ts'

export const paramRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-system/param/console',
    summary: ['控制台参数', 'Console parameters as {key: value}'],
    permission: 'signed-in',
    returns: A.map(A.text),
    handler: async ({ ctx }) => ctx.platform.port(paramsPort).beginning(CONSOLE_PREFIXES),
  }),
]
