import { A, route, T } from '@lamplight/server-kit'
import { OVERVIEW_NAMES, overviewOf } from '../model/overviews.ts'
import { ColumnsReturns } from './board-returns.ts'
import { dataOf } from './data.ts'

/** Values of the overview pages: fixed queries, of which users get those that they have the right for. Written by hand: no page shows rows of a resource. */
export const overview = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/overview',
  summary: ['系统概览', 'Overview of a system'],
  example: { query: { name: 'city' } },
  permission: 'dashboard_view',
  query: T.Object({
    name: T.Union(OVERVIEW_NAMES.map((name) => T.Literal(name))),
    projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
  }),
  returns: A.of({
    at: A.time,
    values: A.list(A.of({ id: A.text, refused: A.yes, link: A.text, columns: ColumnsReturns, rows: A.list(A.list(A.any)) })),
  }),
  handler: ({ ctx, query }) => dataOf(ctx, overviewOf(query.name, query.projectId)),
})
