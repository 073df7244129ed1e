import { exampleId } from '@lamplight/kit'
import { A, route, T } from '@lamplight/server-kit'
import { MOVES, type MoveKind } from '../model/index.ts'
import { moveLamps, planOf } from './move.ts'

const MAX_IDS = 1000
const Id = T.String({ pattern: '^\\d{1,19}$' })
const Target = {
  to: T.Union(Object.keys(MOVES).map((kind) => T.Literal(kind as MoveKind))),
  id: Id,
}
const Ids = T.String({ pattern: `^\\d{1,19}(,\\d{1,19}){0,${MAX_IDS - 1}}$` })
const Chosen = T.Array(Id, { minItems: 1, maxItems: MAX_IDS, uniqueItems: true })
const listed = (ids: string | undefined): string[] | undefined => ids?.split(',').filter((one, at, all) => all.indexOf(one) === at)
const target = { to: 'area', id: exampleId('places.area') } as const

/**
 * Moves lamps (`lampIds`), or controllers with their lamps (`controllerIds`), to another loop, area, project or gateway, and says before what
 * changes; numbers in the answers count the one or the other. By hand: one call writes lamps, controllers or the supply, according to the target.
 */
export const moveRoutes = [
  route({
    method: 'GET',
    path: '/api/blade-city/lamp/move/plan',
    summary: ['移动灯具前的变化', 'What moving lamps changes'],
    example: { query: { ...target, lampIds: exampleId('lighting.lamp') } },
    permission: 'lamp_view',
    query: T.Object({ ...Target, lampIds: T.Optional(Ids), controllerIds: T.Optional(Ids) }),
    returns: A.of({
      to: A.text,
      lamps: A.int,
      left: A.int,
      effects: A.list(A.text),
      from: A.list(A.of({ name: A.nullable(A.text), lamps: A.int })),
    }),
    handler: ({ ctx, query }) => planOf(ctx, { ...query, lampIds: listed(query.lampIds), controllerIds: listed(query.controllerIds) }),
  }),
  route({
    method: 'POST',
    path: '/api/blade-city/lamp/move',
    summary: ['移动灯具', 'Move lamps to a loop, area, project or gateway'],
    example: { body: { ...target, lampIds: [exampleId('lighting.lamp')] } },
    permission: 'lamp_edit',
    body: T.Object({ ...Target, lampIds: T.Optional(Chosen), controllerIds: T.Optional(Chosen) }),
    returns: A.count,
    handler: ({ ctx, body }) => moveLamps(ctx, body),
  }),
]
