import { errors, type Registry, type Route, type RouteInput, route, T } from '@lamplight/server-kit'

/** The export under its older name, opened by the address alone. */
const exportUser = route({
  method: 'GET',
  path: '/api/blade-user/export-user',
  summary: ['用户导出', 'Users as a file, under its older name'],
  permission: 'user_export',
  answers: 'raw',
  query: T.Object({}, { additionalProperties: true }),
  handler: async (input) => {
    const { routes } = input.ctx.platform.port<Registry>('kit.registry')
    const own = routes.find(({ method, path }) => method === 'GET' && path === '/api/blade-user/export')
    if (!own) throw errors.notFound()
    return own.handler(input as RouteInput)
  },
})

export const userExportRoutes: readonly Route[] = [exportUser]
