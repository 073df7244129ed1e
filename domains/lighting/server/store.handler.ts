import { arrayOf, type Cell, type Query } from '@lamplight/server-kit/data'

/** Columns of a bulk insert with their types, in the order of each row's values. */
export type Columns = readonly (readonly [name: string, type: string])[]

const CHUNK = 5000

/** Inserts rows as array parameters, some thousands per statement, with one plan for all. */
export const insertMany = async (query: Query, table: string, columns: Columns, rows: readonly (readonly Cell[])[]): Promise<void> => {
  const names = columns.map(([name]) => name).join(', ')
  const sources = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK)
    await query(
      `insert into ${table} (${names}) select * from unnest(${sources})`,
      columns.map((_, at) => arrayOf(part.map((row) => row[at]))),
    )
  }
}

export const POST_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['name', 'text'],
  ['sn', 'text'],
  ['height', 'float8'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
  ['import_key', 'text'],
  ['street_id', 'bigint'],
]
export const GATEWAY_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['sn', 'text'],
  ['name', 'text'],
  ['status', 'smallint'],
  ['online', 'boolean'],
  ['children', 'int'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
]
export const CONTROLLER_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['sn', 'text'],
  ['name', 'text'],
  ['dev_type', 'int'],
  ['activated', 'boolean'],
  ['two_way', 'boolean'],
  ['gateway_id', 'bigint'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
]
export const LAMP_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['name', 'text'],
  ['sn', 'text'],
  ['kind', 'smallint'],
  ['lamp_type', 'text'],
  ['power', 'float8'],
  ['min_level', 'int'],
  ['min_power', 'float8'],
  ['controller_id', 'bigint'],
  ['post_id', 'bigint'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
  ['import_key', 'text'],
]
export const REGISTRY_COLUMNS: Columns = [
  ['sn', 'text'],
  ['device_id', 'bigint'],
  ['tenant_id', 'text'],
  ['gateway_id', 'bigint'],
  ['gateway_sn', 'text'],
  ['type', 'smallint'],
  ['name', 'text'],
  ['activated', 'boolean'],
]
