import { exampleId } from '@lamplight/kit'
import { A, errors, route, T } from '@lamplight/server-kit'
import { SUPPLY_KINDS, SUPPLY_STATES, type SupplyKind } from '../model/supply.ts'
import { supplyPlace } from './tree.ts'

const Node = A.of({
  kind: A.oneOf(...Object.keys(SUPPLY_KINDS).map(A.is)),
  id: A.id,
  name: A.text,
  state: A.oneOf(...Object.keys(SUPPLY_STATES).map(A.is)),
  lamps: A.nullable(A.int),
  offline: A.nullable(A.int),
  output: A.nullable(A.int),
  contact: A.nullable(A.int),
})

/** The supply of a device or place, walkable both ways. By hand: it joins rows of seven resources. */
export const supplyTree = route({
  method: 'GET',
  path: '/api/blade-city/supply/tree',
  summary: ['供电关系', 'Supply of a device or place'],
  example: { query: { kind: 'loop', id: exampleId('cabinets.loop') } },
  permission: 'loop_view',
  query: T.Object({
    kind: T.Union(Object.keys(SUPPLY_KINDS).map((kind) => T.Literal(kind))),
    id: T.String({ pattern: '^\\d{1,19}$' }),
  }),
  returns: A.of({ node: Node, above: A.list(Node), below: A.list(Node) }),
  handler: async ({ ctx, query: { kind, id } }) => {
    const place = await supplyPlace(ctx, kind as SupplyKind, id)
    if (!place) throw errors.notFound()
    return place
  },
})
