import type pg from 'pg'

/** Tables that a backup leaves out: their rows are valid only while the processes that wrote them run. */
const TRANSIENT = ['kit_lease']

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** True for a partitioned table: its rows lie in its partitions. */
  readonly partitioned: boolean
  /** Parent table and range, if this table is a partition. */
  readonly partition: { readonly of: string; readonly bound: string; readonly secured: boolean } | null
  /** True if row-level security also applies to the table's owner (`force row level security`). */
  readonly forced: boolean
  readonly bytes: number
}
export interface Sequence {
  readonly name: string
  readonly last: string
  readonly called: boolean
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns the tables of the schema, partitioned tables before their partitions. Throws if a policy would hide rows from the connected role. */
export const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table & { hidden: boolean }>(
    `select c.relname as name, c.relkind = 'p' as partitioned, c.relforcerowsecurity as forced, pg_relation_size(c.oid)::float8 as bytes,
       (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       case when c.relispartition then json_build_object('of', p.relname, 'bound', pg_get_expr(c.relpartbound, c.oid), 'secured', c.relrowsecurity) end as partition,
       c.relforcerowsecurity and not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
         and not exists (select from pg_policies y where y.schemaname = 'public' and y.tablename = c.relname and y.qual = 'true'
           and current_user = any(y.roles) and y.permissive = 'PERMISSIVE') as hidden
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relname = any($1)
     order by c.relkind = 'r', c.relname`,
    [TRANSIENT],
  )
  const hidden = rows.find((row) => row.hidden)
  if (hidden) throw new Error(`the rows of ${hidden.name} are hidden from the owner of the database`)
  return rows
}

/** Returns the sequences of the schema with their current values. */
export const sequencesOf = async (client: pg.Client): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const [now] = (
      await client.query<{ last: string; called: boolean }>(`select last_value::text as last, is_called as called from ${quote(name)}`)
    ).rows
    if (now) found.push({ name, ...now })
  }
  return found
}

/** Returns the applied migrations in the order of their application. */
export const appliedMigrations = async (client: pg.Client): Promise<{ name: string; checksum: string }[]> =>
  (await client.query<{ name: string; checksum: string }>('select name, checksum from kit_migration order by applied_at, name')).rows
