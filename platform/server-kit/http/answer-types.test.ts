import { expect, expectTypeOf, test } from 'vitest'
import { route } from '../define.ts'
import { nest } from '../resource/resource-verbs.ts'
import { A, type AnswerOf } from './answer-schema.ts'

const Lamp = A.of({ id: A.id, dim: A.nullable(A.int), faults: A.list(A.text), ...A.each(['lng', 'lat'], A.number), note: A.maybe(A.text) })
type Lamp = AnswerOf<typeof Lamp>
const common = { method: 'GET', path: '/api/lamps', summary: ['灯', 'Lamps'], permission: 'signed-in' } as const
const lamp = { id: '1', dim: null, faults: [], lng: 113, lat: 28 }

test('an answer has the type of its schema', () => {
  expectTypeOf<Lamp['dim']>().toEqualTypeOf<number | null>()
  expectTypeOf<Lamp['faults']>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<Lamp['lng']>().toEqualTypeOf<number>()
  expectTypeOf<Lamp['note']>().toEqualTypeOf<string | undefined>()
  const Refused = A.of({ error: A.text })
  const returns = A.bareOr(Lamp, Refused)
  expectTypeOf<AnswerOf<typeof returns>>().toEqualTypeOf<Lamp | AnswerOf<typeof Refused>>()
  expect(Object.keys(A.each(['lng', 'lat'], A.number))).toEqual(['lng', 'lat'])
})

test('a handler that leaves out a key of its answer, or answers null for it, does not compile', async () => {
  const made = route({ ...common, returns: A.list(Lamp), handler: async () => [lamp] })
  expect(made.returns).toMatchObject({ type: 'array' })
  const { lat: _, ...without } = lamp
  // @ts-expect-error: the latitude is missing
  route({ ...common, returns: Lamp, handler: async () => without })
  // @ts-expect-error: only the level may be null
  route({ ...common, returns: Lamp, handler: async () => ({ ...lamp, lng: null }) })
})

test('rows keep their type when they are nested', () => {
  const [top] = nest([
    { id: '1', parentId: '0', title: 'A' },
    { id: '2', parentId: '1', title: 'B' },
  ])
  expectTypeOf(top!.title).toEqualTypeOf<string>()
  expect(top).toMatchObject({ hasChildren: true, children: [{ id: '2', title: 'B' }] })
})
