import { exampleId } from '@lamplight/kit'
import { A, route, T } from '@lamplight/server-kit'
import { MOVES, type MoveKind } from '../model/index.ts'
import { moveLamps, planOf } from './move.ts'

const MOST = 1000
const Id = T.String({ pattern: '^\\d{1,19}$' })
const Target = {
  to: T.Union(Object.keys(MOVES).map((kind) => T.Literal(kind as MoveKind))),
  id: Id,
}
const target = { to: 'area', id: exampleId('places.area') } as const

/**
 * Moves lamps to another loop, area, project or gateway, and says before what changes. By hand: one call writes lamps, controllers or the
 * supply, according to the target.
 */
export const moveRoutes = [
  route({
    method: 'GET',
    path: '/api/blade-city/lamp/move/plan',
    summary: ['移动灯具前的变化', 'What moving lamps changes'],
    example: { query: { ...target, lampIds: exampleId('lighting.lamp') } },
    permission: 'lamp_view',
    query: T.Object({ ...Target, lampIds: T.String({ pattern: `^\\d{1,19}(,\\d{1,19}){0,${MOST - 1}}$` }) }),
    returns: A.of({
      ...{ to: A.text, lamps: A.int, left: A.int, effects: A.list(A.text) },
      from: A.list(A.of({ name: A.nullable(A.text), lamps: A.int })),
    }),
    handler: ({ ctx, query }) => planOf(ctx, { ...query, lampIds: [...new Set(query.lampIds.split(','))] }),
  }),
  route({
    method: 'POST',
    path: '/api/blade-city/lamp/move',
    summary: ['移动灯具', 'Move lamps to a loop, area, project or gateway'],
    example: { body: { ...target, lampIds: [exampleId('lighting.lamp')] } },
    permission: 'lamp_edit',
    body: T.Object({ ...Target, lampIds: T.Array(Id, { minItems: 1, maxItems: MOST, uniqueItems: true }) }),
    returns: A.count,
    handler: ({ ctx, body }) => moveLamps(ctx, body),
  }),
]
