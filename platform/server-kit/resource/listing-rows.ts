import { columnsOf } from '@lamplight/fields/column'
import { type Field, pick, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { ResourceServer } from '../slice-types.ts'
import type { Writing } from './resource-rows.ts'
import { createStore } from './resource-store.ts'

type Query = Readonly<Record<string, unknown>>

/** SQL of the word for the SQL `value` in the language of the call; the value itself if it has none. */
export const wordSql = (ctx: Pick<Ctx, 'lang'>, params: unknown[], words: Readonly<Record<string, Text>>, value: string): string => {
  const said = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, pick(text, ctx.lang)]))
  return `coalesce($${params.push(JSON.stringify(said))}::jsonb ->> (${value})::text, (${value})::text)`
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
  const { id, columns, from } = await source(ctx, params, query)
  const parts = Object.entries(resource.fields).map(([name, field]) => {
    const [column] = columnsOf(name, field as Field)
    // A time on the wire has whole seconds, so a filter by one must find the row.
    const value = field.kind === 'time' ? `date_trunc('second', ${columns[name]})` : `(${columns[name]})`
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
