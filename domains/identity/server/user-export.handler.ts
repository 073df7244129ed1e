import { A, errors, type Route, registryPort, route, T } from '@lamplight/server-kit'
import { user } from '../model/user.resource.ts'

/** The export under the name that consoles of the family open by address (wire-contract.md 4.7): a workbook. */
export const userExport: Route = route({
  method: 'GET',
  path: '/export-user',
  summary: ['用户导出', 'Users as a workbook'],
  permission: `${user.code}_export`,
  answers: 'raw',
  query: T.Object({}, { additionalProperties: true }),
  returns: A.file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  handler: async (input) => {
    const { routes } = input.ctx.platform.port(registryPort)
    const own = routes.find(({ method, path }) => method === 'GET' && path === `/api/${user.api.base}/export`)
    if (!own) throw errors.notFound()
    return own.handler({ ...input, query: { ...input.query, format: 'xlsx' } })
  },
})
