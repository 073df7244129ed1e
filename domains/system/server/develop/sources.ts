import { type Ctx, createForeignDatabase, createVault, fieldError, OutboundError, type Query } from '@lamplight/server-kit'
import { systemErrors } from '../../model/system.errors.ts'
import type { SourceColumn, SourceTable } from './scaffold-fields.ts'
import { encryptionOf, isAddress, readAddress } from './source-address.ts'

/** Vault use of the passwords of data sources. */
export const PASSWORD_USE = 'datasource.password'

export interface TableName {
  /** Includes the schema unless it is `public`. */
  readonly tableName: string
  readonly comment: string
}
interface SourceRow {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly encryption: number | null
}

const TABLES_AT_MOST = 2000
const COLUMNS_AT_MOST = 400
const TABLES = `
  select n.nspname as schema, c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    and ($1::text is null or n.nspname = $1)
  order by n.nspname <> 'public', n.nspname, c.relname limit ${TABLES_AT_MOST}`
const COLUMNS = `
  select a.attname as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), case when t.typbasetype <> 0 then t.typtypmod else a.atttypmod end) as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault", coalesce(col_description(c.oid, a.attnum), '') as comment,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum and i.indpred is null) as unique
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped
  order by a.attnum limit ${COLUMNS_AT_MOST}`

/** Returns the tables that `query` sees, in one schema or in all. */
export const tablesOf = async (query: Query, schema: string | null): Promise<TableName[]> => {
  const rows = await query<{ schema: string; name: string; comment: string }>(TABLES, [schema])
  return rows.map(({ schema: within, name, comment }) => ({ tableName: within === 'public' ? name : `${within}.${name}`, comment }))
}
/** Returns a table with its columns; null if it does not exist. `name` may begin with its schema. */
export const tableIn = async (query: Query, schema: string | null, name: string): Promise<SourceTable | null> => {
  const [bare = '', within = schema ?? 'public'] = name.split('.').reverse()
  const columns = await query<SourceColumn>(COLUMNS, [within, bare])
  if (columns.length === 0) return null
  const found = (await tablesOf(query, within)).find(({ tableName }) => tableName.split('.').at(-1) === bare)
  return found ? { name, comment: found.comment, columns } : null
}

/** Runs queries in the data source `id`; throws a refusal with a text if that fails. The user must see the data source. */
export const readSource = async <T>(ctx: Ctx, id: string, work: (query: Query, schema: string | null) => Promise<T>): Promise<T> => {
  const [row] = await ctx.query<SourceRow>(
    'select url, username, password, encryption from system_datasource where id = $1 and not is_deleted',
    [id],
  )
  if (!row) throw systemErrors.sourceUnknown({}, 'datasourceId')
  const address = readAddress(row.url)
  if (!isAddress(address)) throw fieldError('url', address, ctx.lang)
  const { schema, ...place } = address
  const encrypted = encryptionOf(address, row.encryption) ?? 'verified'
  const password = await createVault(ctx.platform)
    .open(row.password, PASSWORD_USE)
    .catch(() => {
      throw systemErrors.sourceSealed({}, 'password')
    })
  try {
    return await createForeignDatabase(ctx.platform.config)({ ...place, encrypted, user: row.username, password }, (query) =>
      work(query, schema),
    )
  } catch (thrown) {
    if (!(thrown instanceof OutboundError)) throw thrown
    if (thrown.why === 'address') throw systemErrors.sourceInside()
    if (thrown.why === 'plain') throw systemErrors.sourcePlain()
    if (thrown.why === 'timeout') throw systemErrors.sourceLate()
    throw systemErrors.sourceFailed({ why: thrown.message })
  }
}
