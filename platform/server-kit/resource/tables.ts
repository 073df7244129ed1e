import { columnOf, columnsOf } from '@lamplight/fields/column'
import { type Field, type ResourceDefinition, tableOf } from '@lamplight/kit'

export { tableOf }

export const titleField = (resource: ResourceDefinition): string =>
  resource.title ?? ('name' in resource.fields ? 'name' : (Object.keys(resource.fields)[0] as string))
/** Column of the field that is a row's title. */
export const titleColumn = (resource: ResourceDefinition): string => {
  const name = titleField(resource)
  return columnOf(resource.fields[name] as Field).columns(name, (resource.fields[name] as Field).options)[0]?.name ?? 'id'
}

/** Columns of every resource; two lines, so that a migration shows what is new. */
const BASE = `  id bigint primary key, tenant_id text not null, create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(), is_deleted boolean not null default false`

const indexColumns = (resource: ResourceDefinition, fields: readonly string[]): string =>
  fields
    .flatMap((name) =>
      name === 'tenantId' ? [] : name === 'id' ? ['id'] : columnsOf(name, resource.fields[name] as Field).map((column) => column.name),
    )
    .join(', ')

/** The generated column with the texts of the `keyword` fields, one per line, and its index. A line break in a text becomes a space. */
const keywordOf = (resource: ResourceDefinition): { column: string; index: string } | undefined => {
  if (!resource.keyword) return undefined
  const texts = resource.keyword
    .map((name) => `coalesce(translate(${indexColumns(resource, [name])}, E'\\n', ' '), '')`)
    .join(" || E'\\n' || ")
  const table = tableOf(resource)
  return {
    column: `  keyword_text text generated always as (lower(${texts})) stored`,
    index: `create index ${table}_keyword on ${table} (tenant_id, id) include (keyword_text) where not is_deleted;`,
  }
}

/** SQL that creates the table of a resource: columns, indexes that begin with the tenant, row-level security, stored totals. */
export const ddlOf = (resource: ResourceDefinition): string => {
  const table = tableOf(resource)
  const columns = Object.entries(resource.fields).flatMap(([name, field]) =>
    columnsOf(name, field).map((column) => `  ${column.name} ${column.type}`),
  )
  const keyword = keywordOf(resource)
  const lines = [`create table ${table} (\n${[BASE, ...columns, ...(keyword ? [keyword.column] : [])].join(',\n')}\n);`]
  lines.push(`create index ${table}_tenant on ${table} (tenant_id, id) where not is_deleted;`)
  for (const [name, field] of Object.entries(resource.fields))
    if (field.options.unique && !field.options.from) {
      const column = indexColumns(resource, [name])
      lines.push(`create unique index ${table}_${column}_unique on ${table} (tenant_id, ${column}) where not is_deleted;`)
    }
  for (const fields of resource.indexes ?? []) {
    const over = indexColumns(resource, fields)
    lines.push(`create index ${table}_${over.replaceAll(', ', '_')} on ${table} (tenant_id, ${over}) where not is_deleted;`)
  }
  if (keyword) lines.push(keyword.index)
  const visible = resource.scope === 'global' || resource.scope === 'platform' ? resource.scope : 'tenant'
  lines.push(`select ll_secure('${table}', '${visible}');`)
  lines.push(`select ll_counted('${table}', ${'projectId' in resource.fields});`)
  return `${lines.join('\n')}\n`
}
