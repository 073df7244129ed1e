import { f, type WireRow } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { expect, expectTypeOf, test } from 'vitest'
import { route } from '../define.ts'
import { nest } from '../resource/resource-verbs.ts'
import { A, type AnswerOf, rowAnswer } from './answer-schema.ts'
import { wireRow } from './wire.ts'

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

const sample = defineResource({
  name: 'test.sample',
  label: ['样例', 'Sample'],
  code: 'sample',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-test/sample', verbs: ['list'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, wire: 'sampleName' }),
    kind: f.choice({ 1: ['甲', 'A'], 2: ['乙', 'B'] }, { label: ['种类', 'Kind'], required: true }),
    level: f.choice({ 1: ['高', 'High'] }, { label: ['级别', 'Level'] }),
    count: f.int({ label: ['数量', 'Count'] }),
    power: f.number({ label: ['功率', 'Power'] }),
    share: f.number({ label: ['份额', 'Share'], plain: true }),
    on: f.flag({ label: ['开', 'On'] }),
    isPlain: f.flag({ label: ['真假', 'Plain'], plain: true }),
    sort: f.dict('sort', { label: ['类别', 'Sort'] }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'] }),
    userIds: f.refs('identity.user', { label: ['用户', 'Users'], titleAs: 'userNames', alone: true }),
    at: f.geo({ label: ['位置', 'Place'] }),
    since: f.time({ label: ['时间', 'Time'] }),
    pictures: f.file({ label: ['图片', 'Pictures'], accept: ['png'], many: 2 }),
    parts: f.items(
      { port: f.int({ label: ['端口', 'Port'] }), note: f.text({ label: ['备注', 'Note'] }) },
      { label: ['部件', 'Parts'], max: 3 },
    ),
  },
})

test('the type of a row has the names and kinds of values that wireRow writes and the schema declares', () => {
  type Sample = WireRow<typeof sample>
  expectTypeOf<Sample['sampleName']>().toEqualTypeOf<string>()
  expectTypeOf<Sample['kind']>().toEqualTypeOf<1 | 2>()
  expectTypeOf<Sample['level']>().toEqualTypeOf<1 | -1>()
  expectTypeOf<Sample['share']>().toEqualTypeOf<number | null>()
  expectTypeOf<Sample['on']>().toEqualTypeOf<number>()
  expectTypeOf<Sample['isPlain']>().toEqualTypeOf<boolean>()
  expectTypeOf<Sample['userIds']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Sample['parts'][number]['note']>().toEqualTypeOf<string>()
  const file = { id: '1', name: 'a.png', kind: 'png', size: 1, width: 1, height: 1 } as const
  const row = { id: '1', tenantId: '000000', name: 'a', kind: 1, userIds: ['2'], pictures: [file], parts: [{ port: 1, note: 'n' }] }
  const wire: Sample = wireRow(sample, row, { zone: 'Asia/Shanghai' })
  // The object has every key of the type. It does not compile if a key is missing, or is not in the type.
  const kinds: Record<keyof Sample, string> = {
    id: 'string',
    tenantId: 'string',
    createUser: 'string',
    createTime: 'string',
    updateUser: 'string',
    updateTime: 'string',
    isDeleted: 'number',
    status: 'number',
    sampleName: 'string',
    kind: 'number',
    level: 'number',
    count: 'number',
    power: 'string',
    share: 'object',
    on: 'number',
    isPlain: 'boolean',
    sort: 'string',
    areaId: 'string',
    areaName: 'string',
    userIds: 'string',
    userNames: 'string',
    longitude: 'string',
    latitude: 'string',
    since: 'string',
    pictures: 'string',
    picturesFiles: 'object',
    parts: 'object',
  }
  expect(Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, typeof value]))).toEqual(kinds)
  expect(Object.keys((rowAnswer(sample) as unknown as { properties: object }).properties).sort()).toEqual(Object.keys(kinds).sort())
  // @ts-expect-error: the field is called sampleName on the wire
  expect(wire.name).toBeUndefined()
})

test('rows keep their type when they are nested', () => {
  const [top] = nest([
    { id: '1', parentId: '0', title: 'A' },
    { id: '2', parentId: '1', title: 'B' },
  ])
  expectTypeOf(top!.title).toEqualTypeOf<string>()
  expect(top).toMatchObject({ hasChildren: true, children: [{ id: '2', title: 'B' }] })
})
