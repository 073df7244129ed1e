import type { Planned } from './scaffold.ts'
import { type Literal, print, quote } from './scaffold-print.ts'

/** Slices that the test of every resource runs beside its own. */
const BELOW = new Set(['system', 'identity'])

/** The test that goes with a written resource: its table, its calls, its refusals, its tenant. */
export const testFile = ({ resource, slice, variable, file, wrapped, fields }: Planned): string => {
  const below = BELOW.has(slice)
  const row: Literal = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const imports = [
    `import { columnsOf } from '@lamplight/fields/column'`,
    `import { identityServer } from '@lamplight/identity/server'`,
    ...(below ? [] : [`import { defineDomain } from '@lamplight/kit'`]),
    `import { ${wrapped || below ? '' : 'onServer, '}tableOf } from '@lamplight/server-kit'`,
    `import { systemServer } from '@lamplight/system/server'`,
    `import { type ApiClient, type TestPlatform, testPlatform } from '@lamplight/testing'`,
    `import { afterAll, beforeAll, expect, test } from 'vitest'`,
    `import { ${variable} as resource } from '../../domains/${slice}/model/${file}.resource.ts'`,
    ...(wrapped && !below ? [`import { ${variable}Server as served } from '../../domains/${slice}/server/${file}.server.ts'`] : []),
  ]
  const slices = below
    ? '  house = await testPlatform({ slices: [systemServer, identityServer] })'
    : `  const own = {
    domain: defineDomain({ name: ${quote(slice)}, label: resource.label, level: 5, dependsOn: [] }),
    resources: [${wrapped ? 'served' : 'onServer(resource, {})'}],
    menu: [{ code: resource.code, label: resource.label, path: ${quote(`/${slice}/${file}`)}, icon: 'book', sort: 1, resource: resource.name }],
  }
  house = await testPlatform({ slices: [systemServer, identityServer, own] })`
  const unique = fields.some(({ options }) => options.unique)
  return `${imports.join('\n')}

const BASE = ${quote(`/api/${resource.api.base}`)}
const ROW = ${print(row, 0, 12, 0)}
let house: TestPlatform
let admin: ApiClient

beforeAll(async () => {
${slices}
  admin = await house.signIn()
})
afterAll(() => house?.stop())

const add = async (): Promise<string> => {
  const made = await admin.post<{ id: string }>(\`\${BASE}/submit\`, ROW)
  expect(made.code, made.msg).toBe(200)
  return made.data.id
}
const remove = (id: string) => admin.post(\`\${BASE}/remove\`, undefined, { ids: id })
const living = async (tenantId: string): Promise<number> => {
  const [row] = await house.platform
    .asTenant(tenantId)
    .query<{ n: number }>(\`select count(*)::int as n from \${tableOf(resource)} where not is_deleted\`)
  return row?.n ?? -1
}

test('the migration makes the table that is declared, under row-level security', async () => {
  const found = await house.platform.system.query<{ name: string; type: string }>(
    \`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped\`,
    [tableOf(resource)],
  )
  const types = new Map(found.map(({ name, type }) => [name, type.replace('timestamp with time zone', 'timestamptz')]))
  for (const [name, field] of Object.entries(resource.fields))
    for (const column of columnsOf(name, field)) expect([column.name, types.get(column.name)]).toEqual([column.name, column.type])
  const [table] = await house.platform.system.query(
    'select relrowsecurity and relforcerowsecurity as safe from pg_class where oid = $1::regclass',
    [tableOf(resource)],
  )
  expect(table).toEqual({ safe: true })
})

test('a row is added, listed, shown, changed and removed', async () => {
  const id = await add()
  const shown = await admin.get(\`\${BASE}/detail\`, { id })
  expect(shown.code, shown.msg).toBe(200)
  const listed = await admin.get<{ records: { id: string }[]; total: number }>(\`\${BASE}/list\`, { current: 1, size: 10 })
  expect(listed.data.total).toBe(1)
  expect(listed.data.records[0]).toMatchObject(shown.data)
  const changed = await admin.post(\`\${BASE}/submit\`, shown.data)
  expect(changed.code, changed.msg).toBe(200)
  const again = await admin.get(\`\${BASE}/detail\`, { id })
  expect({ ...again.data, updateTime: '' }).toEqual({ ...shown.data, updateTime: '' })
  expect((await remove(id)).code).toBe(200)
  expect((await admin.get(\`\${BASE}/detail\`, { id })).code).toBe(400)
})

test('a wrong value is refused by the name of its field, and nothing is written', async () => {
  for (const name of Object.keys(ROW)) {
    const refused = await admin.post(\`\${BASE}/submit\`, { ...ROW, [name]: { nested: ['x'] } })
    expect([name, refused.status, refused.msg.startsWith(\`\${name}:\`)]).toEqual([name, 400, true])
  }
  expect(await living('000000')).toBe(0)
})
${
  unique
    ? `
test('what is unique is not there twice', async () => {
  const id = await add()
  expect((await admin.post(\`\${BASE}/submit\`, ROW)).code).toBe(400)
  expect(await living('000000')).toBe(1)
  expect((await remove(id)).code).toBe(200)
})
`
    : ''
}
test('no other tenant sees a row, and nobody does without a sign-in', async () => {
  const id = await add()
  expect([await living('000000'), await living('100001')]).toEqual([1, 0])
  expect((await house.anonymous.get(\`\${BASE}/list\`)).status).toBe(401)
  expect((await remove(id)).code).toBe(200)
})
`
}
