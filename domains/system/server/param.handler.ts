import { A, type Route, route } from '@lamplight/server-kit'
import { CONSOLE_PREFIXES } from '../model/param.resource.ts'
import type { Params } from './params.port.ts'

export const paramRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/blade-system/param/console',
    summary: ['控制台参数', 'Console parameters as {key: value}'],
    permission: 'signed-in',
    returns: A.map(A.text),
    handler: async ({ ctx }) => ctx.platform.port<Params>('system.params').beginning(CONSOLE_PREFIXES),
  }),
]
