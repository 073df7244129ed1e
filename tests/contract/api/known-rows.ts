import type { ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import { type ApiClient, insertRow, type RowTools, type SliceRows, type TestPlatform } from '@lamplight/testing'
import { createSamples } from './samples.ts'
import { SLICE_ROWS } from './slice-rows.ts'

const MAKERS: NonNullable<SliceRows['rows']> = Object.assign({}, ...SLICE_ROWS.map(({ rows }) => rows))

/** Ids of one row of each resource of a tenant, and some of their names; calls are made with them. */
export interface Known {
  readonly tenantId: string
  /** Resource name → id. */
  readonly rows: Readonly<Record<string, string>>
  /** Placeholder in examples → value. */
  readonly words: Readonly<Record<string, string>>
  /** Returns the id of the row of a resource. Throws if there is none. */
  readonly row: (resource: string) => string
  /** Returns a copy with other rows and words. */
  readonly with: (rows: Readonly<Record<string, string>>, words?: Readonly<Record<string, string>>) => Known
}
const knownOf = (tenantId: string, rows: Known['rows'], words: Known['words']): Known => ({
  tenantId,
  rows,
  words,
  row: (resource) => {
    const row = rows[resource]
    if (!row) throw new Error(`there is no row of ${resource}`)
    return row
  },
  with: (others, texts = {}) => knownOf(tenantId, { ...rows, ...others }, { ...words, ...texts }),
})

/** Signs in as a user of the tenant with all permissions, to add rows that the test's own client may not add. */
const almighty = async (product: TestPlatform, tenantId: string): Promise<ApiClient> => {
  const { system } = product.platform
  const roleId = await insertRow(product, tenantId, 'identity_role', { role_name: '造行', role_alias: `rows${tenantId}`, sort: 99 })
  await system.query(
    'insert into identity_role_menu (role_id, menu_code, tenant_id) select $1, code, $2 from system_menu where not is_deleted on conflict do nothing',
    [roleId, tenantId],
  )
  const who = { tenantId, account: 'row_maker', password: 'Row-maker-1' }
  const made = await (await product.signIn()).post('/api/blade-user/submit', { ...who, realName: '造行', roleId })
  if (made.code !== 200) throw new Error(`adding a user failed: ${made.msg}`)
  return product.signIn(who)
}

/** Most listings have a row for each device; for a listing with other rows its slice says which one (testing/*.rows.ts). */
const STANDS_FOR_LISTINGS = 'lighting.controller'

/** Finds or creates rows of a tenant when they are first needed: as its slice says, else by the add call of the resource. */
const createRows = (product: TestPlatform, tenantId: string, writer: ApiClient): RowTools => {
  const { query } = product.platform.system
  const { resources, listings } = product.registry
  const found = new Map<string, Promise<string>>()
  let maker: Promise<ApiClient> | undefined
  const one: RowTools['one'] = async (sql, params = []) => {
    const [row] = await query<Record<string, string>>(sql, params)
    if (!row) throw new Error(`there is no row: ${sql}`)
    return row
  }
  const added = async (resource: ResourceDefinition): Promise<string> => {
    const isGlobal = resource.scope === 'global'
    maker ??= tenantId === '000000' ? product.signIn() : almighty(product, tenantId)
    const samples = createSamples(isGlobal ? await product.signIn() : await maker, resources, row)
    if (!samples.addPath(resource)) throw new Error(`${resource.name} has no call that adds: its slice makes its row (testing/*.rows.ts)`)
    const id = await samples.create(resource)
    // Lists show who created a row. For rows that every tenant reads, that would be the platform administrator.
    if (isGlobal) await query(`update ${tableOf(resource)} set create_user = null, update_user = null where id = $1`, [id])
    return id
  }
  const tools: RowTools = {
    product,
    tenantId,
    writer,
    one,
    row: (name) => row(name),
    insert: (table, columns) => insertRow(product, tenantId, table, columns),
    first: async (table, where = 'true') =>
      String(
        (await one(`select id from ${table} where tenant_id = $1 and not is_deleted and ${where} order by id limit 1`, [tenantId])).id,
      ),
  }
  const row = (name: string): Promise<string> => {
    const served = resources.get(name)
    if (!served && !listings.has(name)) throw new Error(`there is no resource ${name}`)
    const known = found.get(name) ?? MAKERS[name]?.(tools) ?? (served ? added(served.resource) : row(STANDS_FOR_LISTINGS))
    found.set(name, known)
    return known
  }
  return tools
}

/** Makes sure that the tenant has a row of every resource; returns their ids. */
export const knownRows = async (
  product: TestPlatform,
  tenantId: string,
  writer: ApiClient,
  names: readonly string[] = [...product.registry.resources.keys(), ...product.registry.listings.keys()],
): Promise<Known> => {
  const tools = createRows(product, tenantId, writer)
  const rows: Record<string, string> = {}
  for (const name of names) rows[name] = await tools.row(name)
  const words: Record<string, string> = { '100001': tenantId }
  for (const slice of SLICE_ROWS) Object.assign(words, await slice.words?.(tools))
  return knownOf(tenantId, rows, words)
}
