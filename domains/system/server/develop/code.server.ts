import { A, type AnswerOf, type Ctx, changed, errors, fieldError, onServer } from '@lamplight/server-kit'
import { code, IS_YES } from '../../model/code.resource.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { zipOf } from '../backup/archive.ts'
import { filesPort } from '../ports.ts'
import { type Scaffold, scaffold } from './scaffold.ts'
import { ScaffoldError } from './scaffold-names.ts'
import { scaffoldNotes } from './scaffold-notes.ts'
import { readSource, tableIn } from './sources.ts'

interface CodeRow {
  readonly code_name: string
  readonly datasource_id: string
  readonly table_name: string
  readonly table_prefix: string | null
  readonly pk_name: string
  readonly service_name: string
  readonly package_name: string
  readonly base_mode: number | null
  readonly wrap_mode: number | null
}
/** Result of the generator: the archive's attachment and its contents. */
export const GeneratedReturns = A.of({ attachId: A.id, name: A.text, link: A.text, files: A.list(A.text), notes: A.list(A.text) })
type Generated = AnswerOf<typeof GeneratedReturns>

const AT_ONCE = 20
const LINK_SECONDS = 3600
const COLUMNS =
  'code_name, datasource_id, table_name, table_prefix, pk_name, service_name, package_name, base_mode, wrap_mode, api_path, web_path'

const writeOne = async (ctx: Ctx, row: CodeRow, migration: number): Promise<Scaffold> => {
  const table = await readSource(ctx, row.datasource_id, (query, schema) => tableIn(query, schema, row.table_name))
  if (!table)
    throw fieldError('tableName', [`数据源中没有表 ${row.table_name}`, `the data source has no table ${row.table_name}`], ctx.lang)
  try {
    return scaffold({
      table,
      migration,
      slice: row.package_name,
      service: row.service_name,
      label: row.code_name,
      prefix: row.table_prefix ?? '',
      key: row.pk_name,
      base: row.base_mode === IS_YES,
      wrapped: row.wrap_mode === IS_YES,
    })
  } catch (thrown) {
    if (thrown instanceof ScaffoldError) throw fieldError(thrown.field, thrown.text, ctx.lang)
    throw thrown
  }
}

/** Generates the resources of the entries `ids` into one archive, which is stored as an attachment; its link works for an hour. */
export const generate = async (ctx: Ctx, ids: readonly string[]): Promise<Generated> => {
  if (ids.length === 0) throw errors.pickOne()
  if (ids.length > AT_ONCE) throw systemErrors.codeMany({ most: AT_ONCE }, 'ids')
  const rows = await ctx.query<CodeRow & { id: string }>(
    `select id, ${COLUMNS} from system_code where id = any($1) and not is_deleted order by id`,
    [ids],
  )
  if (rows.length !== new Set(ids).size) throw errors.notFound()
  // A database of a version before the baseline (0001) also has the names of the migrations that it replaced.
  const [last] = await ctx.platform.system.query<{ n: number | null }>(
    `select max(substring(name from '^[0-9]{4}')::int) as n from kit_migration
     where applied_at >= (select max(applied_at) from kit_migration where name like '0001%')`,
  )
  const made: Scaffold[] = []
  for (const [at, row] of rows.entries()) made.push(await writeOne(ctx, row, (last?.n ?? 0) + 1 + at))
  const files = made.flatMap((one) => one.files)
  const twice = files.find(({ path }, at) => files.findIndex((file) => file.path === path) !== at)
  if (twice) throw systemErrors.codeTwice({ path: twice.path })
  const readme = { path: 'README.md', text: scaffoldNotes(made, ctx.lang) }
  const name = made.length === 1 ? `${made[0]?.resource.name}.zip` : 'resources.zip'
  const store = ctx.platform.port(filesPort)
  const kept = await store.store(await zipOf([readme, ...files], ctx.now()), {
    tenantId: ctx.tenantId,
    userId: ctx.user.id,
    name,
    purpose: 'code',
  })
  await ctx.audit({ what: 'system.code.generate', target: ids.join(','), count: ids.length, detail: { attachId: kept.id } })
  const lang = ctx.lang === 'en' ? 1 : 0
  return {
    attachId: kept.id,
    name,
    link: await store.link(kept.id, LINK_SECONDS),
    files: [readme, ...files].map(({ path }) => path),
    notes: made.flatMap((one) => one.notes.map((note) => note[lang])),
  }
}

/** Copies an entry under another name. */
export const copyCode = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  ctx.tx(async (query) => {
    const made = ctx.platform.newId()
    const [row] = await query<{ id: string; name: string }>(
      `insert into system_code (id, tenant_id, create_user, update_user, ${COLUMNS})
       select $2, tenant_id, $3, $3, left(code_name, 95) || '-copy', ${COLUMNS.replace('code_name, ', '')}
       from system_code where id = $1 and not is_deleted returning id, code_name as name`,
      [id, made, ctx.user.id],
    )
    if (!row) throw errors.notFound()
    await ctx.audit(
      { what: 'system.code.copy', target: id, detail: { from: id, ...changed(null, { id: made, codeName: row.name }) } },
      query,
    )
    return { id: made }
  })

export const codeServer = onServer(code, {
  actions: {
    generate: ({ ctx, ids }) => generate(ctx, ids),
    copy: ({ ctx, ids }) => copyCode(ctx, ids[0] ?? ''),
  },
})
