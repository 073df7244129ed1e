import { expect, test } from 'vitest'
import {
  allowedRows,
  defineErrors,
  defineListing,
  defineResource,
  exportPermission,
  inSentence,
  isRefusal,
  langOf,
  meets,
  menuOf,
  permissionOf,
  permissionsOf,
  pick,
  pickFields,
} from './index.ts'

const base = {
  label: ['灯', 'Lamp'],
  code: 'lamp',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'x/lamp', verbs: ['list', 'submit', 'remove'] },
} as const

test('rule.hdr.language: en-US is English, everything else Chinese', () => {
  expect([langOf('en-US'), langOf('zh-CN'), langOf(undefined), langOf('de')]).toEqual(['en', 'zh', 'zh', 'zh'])
})
test('a name inside a sentence is in lower case, except abbreviations', () => {
  expect(['Lamp post', 'API scope', 'LoRa white list', 'Sign-in provider', 'SMS configuration'].map(inSentence)).toEqual([
    'lamp post',
    'API scope',
    'LoRa white list',
    'sign-in provider',
    'SMS configuration',
  ])
})

test('a text is filled with its values; unknown placeholders stay', () => {
  expect(pick(['共{n}盏', '{n} lamps of {x}'], 'en', { n: 3 })).toBe('3 lamps of {x}')
  const counted = ['{n}盏亮', '{n} lamp{n:s} {n:are|is} on'] as const
  expect(pick(counted, 'en', { n: 1 })).toBe('1 lamp is on')
  expect(pick(counted, 'en', { n: '1,001' })).toBe('1,001 lamps are on')
  expect(pick(counted, 'zh', { n: 1 })).toBe('1盏亮')
})
test('a rule is met when all named fields match, or one of its alternatives', () => {
  expect(meets({ mode: { eq: 1 } }, { mode: 1 })).toBe(true)
  expect(meets({ mode: { in: [1, 2] }, on: { not: false } }, { mode: 2, on: true })).toBe(true)
  expect(meets({ mode: { in: [1, 2] }, on: { not: false } }, { mode: 2, on: false })).toBe(false)
  expect(meets({ any: [{ a: { eq: 1 } }, { b: { eq: 1 } }] }, { a: 0, b: 1 })).toBe(true)
})
test('a resource with an invalid definition is refused when it is defined', () => {
  expect(() =>
    defineResource({ ...base, name: 'lighting.lamp', fields: { id: { kind: 'text', options: { label: ['甲', 'A'] } } } }),
  ).toThrow(/reserved: every row has it/)
  expect(() => defineResource({ ...base, name: 'lighting.lamp', fields: {}, indexes: [['nope']] })).toThrow(/unknown field nope/)
  const actions = { close: { label: ['关闭', 'Close'], on: 'rows' } } as const
  expect(() => defineResource({ ...base, name: 'lighting.lamp', fields: {}, actions })).toThrow(/action close needs roles/)
})
test('a picked field takes another label by its name; an option beside the options of a field is refused, because nothing reads it', () => {
  const fields = {
    sn: { kind: 'text', options: { label: ['编号', 'SN'], required: true } },
    severity: { kind: 'int', options: { label: ['级别', 'Severity'], list: true } },
  } as const
  const worst = ['最高级别', 'Highest severity'] as const
  const picked = pickFields({ fields }, 'sn', { severity: worst })
  expect(picked).toEqual({ sn: fields.sn, severity: { kind: 'int', options: { label: worst, list: true } } })
  expect(fields.severity.options.label[1]).toBe('Severity')
  const listing = { label: ['数据', 'Data'], name: 'lighting.data', roles: 'devices', api: { base: 'x/data', verbs: ['page'] } } as const
  expect(defineListing({ ...listing, fields: picked }).fields.severity.options.label).toEqual(worst)
  const beside = { ...fields.severity, label: worst }
  const why = /^(resource|listing) lighting\.data: the field severity has label beside its options.*pickFields\(owner, \{ severity: /
  // @ts-expect-error: a field has its label in `options`, not beside it.
  expect(() => defineListing({ ...listing, fields: { severity: beside } })).toThrow(why)
  // @ts-expect-error: the same in a resource.
  expect(() => defineResource({ ...base, name: 'lighting.data', fields: { severity: beside } })).toThrow(why)
})
test('rule.perm.flat: permissions are derived from verbs, actions and files', () => {
  const one = { name: 'one', label: ['单灯', 'One lamp'], about: ['一次一盏', 'One at a time'], roles: 'manual' } as const
  const lamp = defineResource({
    ...base,
    name: 'lighting.lamp',
    fields: {},
    actions: {
      close: { label: ['关灯', 'Turn off'], on: 'rows', roles: 'manual' },
      dim: { label: ['调光', 'Dim'], on: 'rows', command: 'dim', single: one },
      fade: { label: ['渐变', 'Fade'], on: 'rows', command: 'fade', single: one },
    },
    io: { export: true },
  })
  expect(permissionsOf(lamp).map(({ code, roles }) => [code, roles])).toEqual([
    ['lamp_view', 'read'],
    ['lamp_add', 'write'],
    ['lamp_edit', 'write'],
    ['lamp_delete', 'write'],
    ['lamp_export', 'export'],
    ['lamp_close', 'manual'],
    ['lamp_dim', 'commands'],
    ['lamp_one', 'manual'],
    ['lamp_fade', 'commands'],
  ])
  const allowed = (...held: readonly string[]) => allowedRows(new Set(held), lamp, 'dim')
  expect([allowed('lamp_dim'), allowed('lamp_dim', 'lamp_one'), allowed('lamp_one'), allowed('lamp_close')]).toEqual([
    'any',
    'any',
    'one',
    null,
  ])
  expect(allowedRows(new Set(['lamp_one']), lamp, 'close')).toBe(null)
  const post = defineResource({
    ...base,
    roles: 'people',
    name: 'identity.post',
    fields: {},
    actions: { copy: { label: ['复制', 'Copy'], on: 'row' } },
  })
  expect(new Set(permissionsOf(post).map(({ roles }) => roles))).toEqual(new Set(['people']))
  expect([
    permissionOf(lamp, 'submit', true),
    permissionOf(lamp, 'submit'),
    permissionOf(lamp, 'remove'),
    permissionOf(lamp, 'list'),
  ]).toEqual(['lamp_add', 'lamp_edit', 'lamp_delete', 'lamp_view'])
  const oneRight = defineResource({ ...lamp, form: { editAdds: true } })
  expect(permissionOf(oneRight, 'submit', true)).toBe('lamp_edit')
  expect(permissionsOf(oneRight).map(({ code }) => code)).not.toContain('lamp_add')
})
test('a listing may use the rights of another resource: it has none of its own, and its page opens with them', () => {
  const listing = defineListing({
    label: ['数据', 'Data'],
    name: 'lighting.data',
    code: 'lamp_data',
    rightsOf: { code: 'lamp', roles: 'devices' },
    api: { base: 'x/data', verbs: ['page'] },
    fields: {},
    io: { export: true },
    page: { path: '/data', icon: 'bulb', sort: 1 },
  })
  expect([permissionsOf(listing), permissionOf(listing, 'page'), exportPermission(listing)]).toEqual([[], 'lamp_view', 'lamp_export'])
  expect(menuOf([listing])).toMatchObject([{ code: 'lamp_data', roles: 'read', opens: 'lamp_view' }])
})
test('a listing takes what it leaves out from its name, and from the resource whose rights it uses', () => {
  const owner = {
    code: 'lamp',
    roles: 'devices',
    page: { path: '/lamps', icon: 'bulb', sort: 10, parent: 'city', find: ['name'] },
  } as const
  const common = { label: ['数据', 'Data'], name: 'lighting.lampData', api: { base: 'x/data', verbs: ['page'] }, fields: {} } as const
  const beside = defineListing({ ...common, rightsOf: owner, page: { path: '/data' } })
  expect(beside).toMatchObject({ code: 'lamp_data', rightsOf: 'lamp', roles: 'devices' })
  expect(beside.page).toEqual({ path: '/data', icon: 'bulb', sort: 11, parent: 'city' })
  const apart = defineListing({ ...common, rightsOf: owner, page: { path: '/data', icon: 'chart', sort: 5, parent: 'reports' } })
  expect(apart.page).toEqual({ path: '/data', icon: 'chart', sort: 5, parent: 'reports' })
  const pageless = { code: 'lamp', roles: 'devices' } as const
  expect(defineListing({ ...common, rightsOf: pageless })).not.toHaveProperty('page')
  expect(() => defineListing({ ...common, rightsOf: pageless, page: { path: '/data' } })).toThrow('no icon or no sort')
  // @ts-expect-error: a listing has the rights of another resource, or rows of the matrix for its own.
  defineListing(common)
  // @ts-expect-error: roles would be a second copy of those of the resource.
  defineListing({ ...common, rightsOf: owner, roles: 'devices' })
})
test('a filter of rows made by code may be the parameter keyword; the other parameters of lists are taken', () => {
  const filters = (name: string, byCode?: true) => () =>
    defineListing({
      label: ['数据', 'Data'],
      name: 'lighting.data',
      code: 'data',
      roles: 'devices',
      api: { base: 'x/data', verbs: ['page'] },
      fields: {},
      filters: { [name]: { kind: 'text', options: { label: ['甲', 'A'] } } },
      ...(byCode && { byCode }),
    })
  expect(filters('keyword', true)).not.toThrow()
  for (const refused of [filters('keyword'), filters('size', true)]) expect(refused).toThrow(/cannot be a filter/)
})
test('a declared refusal is thrown as a value with its texts', () => {
  const errors = defineErrors({ offline: { status: 400, text: ['网关离线', 'Gateway offline'] } })
  const thrown = errors.offline({ sn: 'G1' }, 'sn')
  expect(isRefusal(thrown)).toBe(true)
  expect([thrown.code, thrown.field, thrown.refusal.status]).toEqual(['offline', 'sn', 400])
})
