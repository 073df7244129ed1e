import { columnsOf } from '@lamplight/fields/column'
import { type Field, type Fields, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import { inputIn } from '../http/call-input.ts'
import { boundedPage, pageWindow } from '../http/page-window.ts'
import { errors } from '../http/refuse.ts'
import { type Language, page, wireRow } from '../http/wire.ts'
import type { ResourceServer } from '../slice-types.ts'
import { pageIn, SUFFIX, wireFields } from './list-query.ts'
import type { Writing } from './resource-rows.ts'
import { createStore } from './resource-store.ts'

type Values = Record<string, unknown>
type Query = Readonly<Values>

/** SQL of the word for the SQL `value` in the language of the call; the value itself if it has none. */
export const wordSql = (ctx: Pick<Ctx, 'lang'>, params: unknown[], words: Readonly<Record<string, Text>>, value: string): string => {
  const said = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, pick(text, ctx.lang)]))
  return `coalesce($${params.push(JSON.stringify(said))}::jsonb ->> (${value})::text, (${value})::text)`
}

/** SQL columns of fields that a listing picked from a resource (`pickFields`), whose table has this alias. */
export const columnsAs = <F extends Fields>(fields: F, alias: string): { readonly [K in keyof F]: string } =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, `${alias}.${columnsOf(name, field)[0]?.name}`])) as {
    readonly [K in keyof F]: string
  }

/** The values of the `filters` of a listing that a request names. Throws an error that names a wrong one, or one with a suffix: only fields have these. */
export const filterIn = (resource: ResourceDefinition, query: Query, language: Language): Query => {
  const { filters = {}, reads } = resource
  const fields = reads === 'sql' ? wireFields(resource) : new Map()
  for (const key of Object.keys(query)) {
    const name = SUFFIX.exec(key)?.[1]
    if (name !== undefined && Object.hasOwn(filters, name) && !fields.has(name)) throw errors.badParameter({ field: key }, key)
  }
  return Object.fromEntries(Object.entries(inputIn(filters, { ...query }, language)).filter(([, value]) => value !== null))
}

const ROWS_AT_MOST = 1000
/** A page of a listing whose rows are made by code, as `page` writes it. */
export const pageByCode = async (
  { resource, implementation }: ResourceServer,
  ctx: Ctx,
  query: Query,
): Promise<ReturnType<typeof page<Values>>> => {
  const { current, size } = boundedPage(pageIn(query))
  const { limit, offset } = pageWindow({ current, size }, ROWS_AT_MOST)
  const found = await implementation.read?.(ctx, filterIn(resource, query, ctx), { limit, offset })
  return page(
    (found?.rows ?? []).map((row) => wireRow(resource, row, ctx)),
    found?.total ?? 0,
    current,
    size,
  )
}

/**
 * Returns a resource as one request reads it: a listing with the SQL of its rows for this user, another resource with the fields that these parameters
 * add (`variant`), or unchanged.
 */
export const readAs = async (served: ResourceServer, ctx: Ctx, query: Query): Promise<ResourceServer> => {
  const { resource, implementation } = served
  const { source, variant } = implementation
  if (!source) return (await variant?.(ctx, query)) ?? served
  const params: unknown[] = []
  const { id, columns, from } = await source(ctx, params, filterIn(resource, query, ctx))
  const parts = Object.entries(resource.fields).map(([name, field]) => {
    const [column] = columnsOf(name, field as Field)
    // A time on the wire has whole seconds, so a filter by one must find the row.
    const sql = (columns as Readonly<Record<string, string>>)[name]
    const value = field.kind === 'time' ? `date_trunc('second', ${sql})` : `(${sql})`
    return `${value}::${column?.type} as ${column?.name}`
  })
  const rows = { sql: `select ${[`${id} as id`, ...parts].join(', ')} from ${from}`, params }
  return { resource, implementation: { ...implementation, rows } }
}

/** The same with its statements. */
export const writingFor = async (writing: Writing, ctx: Ctx, query: Query): Promise<Writing> => {
  const served = await readAs(writing.served, ctx, query)
  return served === writing.served ? writing : { ...writing, served, store: createStore(served, writing.find) }
}
