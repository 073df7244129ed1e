import type pg from 'pg'

/** The parts of a table: `kind name` → definition in SQL, without the schema name. */
export type TableShape = Readonly<Record<string, string>>

const PARTS = `
  with t as (
    select c.oid, c.relrowsecurity, c.relforcerowsecurity from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relname = $2)
  select 'column ' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case when d.adbin is not null then case a.attgenerated when 's' then 'generated ' else 'default ' end || pg_get_expr(d.adbin, d.adrelid) end) as sql
    from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select case when i.indisunique then 'unique ' else 'index ' end || x.relname, pg_get_indexdef(i.indexrelid)
    from t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
  union all
  select 'constraint ' || c.conname, pg_get_constraintdef(c.oid) from t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'
  union all
  select 'policy ' || p.polname, concat_ws(' ', case when p.polpermissive then 'permissive' else 'restrictive' end, p.polcmd,
      (select string_agg(rolname, ',' order by rolname) from pg_roles where oid = any(p.polroles)),
      'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
    from t join pg_policy p on p.polrelid = t.oid
  union all
  select 'trigger ' || g.tgname, pg_get_triggerdef(g.oid) from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select 'grant ' || grantee, string_agg(privilege_type, ',' order by privilege_type) from information_schema.role_table_grants
    where table_schema = $1 and table_name = $2 and grantee like 'lamplight%' group by grantee
  union all
  select 'row security', case when relrowsecurity then 'on' else 'off' end || case when relforcerowsecurity then ', forced' else '' end from t`

export const tableShape = async (client: pg.Client, table: string, schema = 'public'): Promise<TableShape> => {
  const { rows } = await client.query<{ name: string; sql: string }>(PARTS, [schema, table])
  return Object.fromEntries(rows.map(({ name, sql }) => [name, sql.replaceAll(`${schema}.`, '').replaceAll('public.', '')]))
}
