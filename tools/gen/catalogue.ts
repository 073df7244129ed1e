// The catalogue of a migrated database as lines, one for each fact: db/catalogue.txt. `npm run gen -- catalogue` writes it, tests/contract/api/schema.test.ts
// compares it with a database that the migrations made.
import type { ResourceDefinition } from '@lamplight/kit'
import { ddlOf, tableOf } from '@lamplight/server-kit'

/** A part of a database object: `table x`, `column y`, and its definition in SQL without the names of schemas. */
interface Fact {
  readonly object: string
  readonly part: string
  readonly sql: string
}
/** Runs one statement in a new session. */
type RunOnce = <T extends object>(sql: string) => Promise<T[]>

/** SQL of the rights in an access list, one row for each role; `kind` as in acldefault. The owner's own rights are left out. */
const grants = (from: string, object: string, acl: string, kind: string, owner: string): string => `
  select ${object} as object, 'grant ' || coalesce(nullif(pg_get_userbyid(a.grantee), 'unknown (OID=0)'), 'public') as part,
    string_agg(a.privilege_type || case when a.is_grantable then ' grantable' else '' end, ', ' order by a.privilege_type) as sql
  from ${from} cross join lateral aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner} group by 1, 2`

/** Partitions are made at run time, one for each day, and their parts follow from their table. */
const FACTS = (schema: string): string => `
with relation as (
  select c.*, case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'c' then 'type ' when 'S' then 'sequence ' else 'table ' end || c.relname as object
  from pg_class c where c.relnamespace = '${schema}'::regnamespace and not c.relispartition and c.relkind in ('r', 'p', 'v', 'm', 'c', 'S', 'f')),
routine as (
  select p.*, 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as object
  from pg_proc p where p.pronamespace = '${schema}'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
select object, 'made' as part, concat_ws(' ', case when relkind = 'p' then 'partition by ' || pg_get_partkeydef(oid) end, case when relpersistence <> 'p' then 'unlogged' end,
    case when reloptions is not null then 'with (' || (select string_agg(o, ', ' order by o) from unnest(reloptions) o) || ')' end) as sql
  from relation where relkind in ('r', 'p', 'v', 'm') and (relkind = 'p' or relpersistence <> 'p' or reloptions is not null)
union all
select object, 'row security', case when relrowsecurity then 'on' else 'off' end || case when relforcerowsecurity then ', forced' else '' end from relation where relkind in ('r', 'p')
union all
select t.object, 'column ' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when l.collname <> 'default' and l.oid <> y.typcollation then 'collate ' || l.collname end,
    case when a.attnotnull then 'not null' end, case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
    case when d.adbin is not null then case a.attgenerated when 's' then 'generated ' when 'v' then 'generated virtual ' else 'default ' end || pg_get_expr(d.adbin, d.adrelid) end)
  from relation t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped join pg_type y on y.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind <> 'S'
union all
select t.object, case when i.indisunique then 'unique ' else 'index ' end || x.relname, pg_get_indexdef(i.indexrelid)
  from relation t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
union all
select t.object, 'constraint ' || c.conname, pg_get_constraintdef(c.oid) from relation t join pg_constraint c on c.conrelid = t.oid where c.contype <> 'n'
union all
select t.object, 'policy ' || p.polname, concat_ws(' ', case when p.polpermissive then 'permissive' else 'restrictive' end, p.polcmd::text,
    (select string_agg(rolname, ',' order by rolname) from pg_roles where oid = any(p.polroles)),
    'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
  from relation t join pg_policy p on p.polrelid = t.oid
union all
select t.object, 'trigger ' || g.tgname, pg_get_triggerdef(g.oid) || case when g.tgenabled <> 'O' then ' enabled ' || g.tgenabled::text else '' end
  from relation t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
union all
select t.object, 'rule ' || r.rulename, pg_get_ruledef(r.oid) from relation t join pg_rewrite r on r.ev_class = t.oid where r.rulename <> '_RETURN'
union all
select t.object, 'statistics ' || s.stxname, pg_get_statisticsobjdef(s.oid) from relation t join pg_statistic_ext s on s.stxrelid = t.oid
union all
select object, 'definition', pg_get_viewdef(oid) from relation where relkind in ('v', 'm')
union all
select t.object, 'numbers', concat_ws(' ', format_type(s.seqtypid, null), 'start', s.seqstart, 'by', s.seqincrement, 'from', s.seqmin, 'to', s.seqmax, case when s.seqcycle then 'cycle' end)
  from relation t join pg_sequence s on s.seqrelid = t.oid
union all ${grants("(select * from relation where relkind <> 'c') t", 't.object', 't.relacl', 'r', 't.relowner')}
union all ${grants('relation t join pg_attribute c on c.attrelid = t.oid and c.attacl is not null', "t.object || ' column ' || c.attname", 'c.attacl', 'c', 't.relowner')}
union all
select object, 'made', concat_ws(' ', pg_get_function_result(oid), (select lanname from pg_language where oid = prolang),
    case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end, case when proisstrict then 'strict' end, case when proleakproof then 'leakproof' end,
    case when prosecdef then 'security definer' end, case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
    'arguments (' || pg_get_function_arguments(oid) || ')', 'set ' || array_to_string(proconfig, ', '))
  from routine
union all
select object, 'body', md5(coalesce(pg_get_function_sqlbody(oid), prosrc)) from routine
union all ${grants('routine t', 't.object', 't.proacl', 'f', 't.proowner')}
union all
select 'type ' || t.typname, 'made', case t.typtype when 'e' then 'enum (' || (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) || ')'
    else concat_ws(' ', 'domain', format_type(t.typbasetype, t.typtypmod), case when t.typnotnull then 'not null' end, t.typdefault,
      (select string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint c where c.contypid = t.oid)) end
  from pg_type t where t.typnamespace = '${schema}'::regnamespace and t.typtype in ('e', 'd')
union all ${grants(`(select * from pg_namespace where nspname = '${schema}') t`, "'schema'", 't.nspacl', 'n', 't.nspowner')}`

/** What belongs to the whole database or server. */
const WHOLE = `
select 'role ' || rolname as object, 'made' as part, concat_ws(' ', case when rolcanlogin then 'login' end, case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypassrls' end,
    case when rolinherit then 'inherit' end, case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end, array_to_string(rolconfig, ', ')) as sql
  from pg_roles where rolname like 'lamplight\\_%'
union all
select 'role ' || m.rolname, 'member of ' || r.rolname, '' from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles r on r.oid = a.roleid
  where m.rolname like 'lamplight\\_%' and r.rolname like 'lamplight\\_%'
union all
select 'extension ' || extname, 'made', '' from pg_extension
union all
select 'event trigger ' || evtname, 'made', concat_ws(' ', evtevent, evtfoid::regproc) from pg_event_trigger`

/** Returns the facts of a schema, without names of schemas. */
const factsOf = async (runOnce: RunOnce, schema: string): Promise<Fact[]> =>
  (await runOnce<Fact>(FACTS(schema))).map(({ object, part, sql }) => ({
    object,
    part,
    sql: sql.replaceAll(`${schema}.`, '').replaceAll('public.', '').replace(/\s+/g, ' ').trim(),
  }))

const SCHEMA = 'declared'
/** Parts that migrations make differently from the definition: notices are read newest first, requests do not write logs. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system_notice: {
    'index system_notice_release_time':
      'CREATE INDEX system_notice_release_time ON system_notice USING btree (tenant_id, release_time DESC NULLS LAST, id DESC) WHERE (NOT is_deleted)',
  },
  ...Object.fromEntries(['usual', 'api', 'error', 'client'].map((log) => [`system_log_${log}`, { 'grant lamplight_app': 'SELECT' }])),
}

/** Parts of one table or view: `column x` → definition. */
export type Shape = Readonly<Record<string, string>>
type Shapes = ReadonlyMap<string, Shape>
const shapesOf = (facts: readonly Fact[]): Shapes =>
  new Map(
    [...Map.groupBy(facts, ({ object }) => object)].map(([object, parts]) => [
      object,
      Object.fromEntries(parts.map(({ part, sql }) => [part, sql])),
    ]),
  )

/** Returns the parts of a table. */
export const tableIn = async (runOnce: RunOnce, schema: string, table: string): Promise<Shape | undefined> =>
  shapesOf(await factsOf(runOnce, schema)).get(`table ${table}`)

export interface Catalogue {
  /** Parts of the tables that migrations made, and of those that the resource declares. A view has the parts of a view. */
  readonly of: (resource: ResourceDefinition) => { readonly made: Shape; readonly declared: Shape; readonly isView: boolean }
  /** One line for each fact, sorted. A part of a resource's table that the definition does not declare ends with `-- not declared`. */
  readonly lines: readonly string[]
}
const BEYOND = ' -- not declared'

/** Reads the catalogue of a migrated database, which gets a schema with the declared tables. */
export const readCatalogue = async (runOnce: RunOnce, resources: readonly ResourceDefinition[]): Promise<Catalogue> => {
  const facts = [...(await factsOf(runOnce, 'public')), ...(await runOnce<Fact>(WHOLE))]
  await runOnce(`create schema ${SCHEMA}; set search_path = ${SCHEMA}, public; ${resources.map(ddlOf).join('\n')}`)
  const made = shapesOf(facts)
  const declared = shapesOf(await factsOf(runOnce, SCHEMA))
  const of: Catalogue['of'] = (resource) => {
    const table = tableOf(resource)
    const isView = !made.has(`table ${table}`)
    return {
      made: made.get(`${isView ? 'view' : 'table'} ${table}`) ?? {},
      declared: { ...declared.get(`table ${table}`), ...OTHERWISE[table] },
      isView,
    }
  }
  const known = new Map(
    resources.flatMap((resource): [string, Shape][] => {
      const { declared: shape, isView } = of(resource)
      return isView ? [] : [[`table ${tableOf(resource)}`, shape]]
    }),
  )
  const lines = facts.map(({ object, part, sql }) => {
    const shape = known.get(object)
    return `${object} · ${part}${sql ? `: ${sql}` : ''}${shape && !(part in shape) ? BEYOND : ''}`
  })
  return { of, lines: lines.sort((a, b) => (a < b ? -1 : 1)) }
}
