import { columnsOf } from '@lamplight/fields/column'
import { modelOf, wrongForm } from '@lamplight/fields/model'
import { permissionOf, type Verb } from '@lamplight/kit'
import { A } from './answer-schema.ts'
import { idIn } from './call-input.ts'
import { writableFields } from './examples.ts'
import { errors, fieldError } from './refuse.ts'
import type { Writing } from './resource-rows.ts'
import type { PartRoute } from './resource-verbs.ts'

const WRITES: readonly Verb[] = ['submit', 'save', 'create', 'update', 'put']

/** Returns the call that checks whether a value of a unique field is free (decisions.md A53). `id` excludes the row that is being edited. */
export const validateRoute = ({ served, store }: Writing, name: string): PartRoute => {
  const { resource } = served
  const field = resource.fields[name]
  if (!field) throw new Error(`resource ${resource.name}: no field ${name}`)
  const model = modelOf(field)
  const wire = model.wireNames(name, field.options)[0] as string
  const column = columnsOf(name, field)[0]?.name
  return {
    method: 'GET',
    path: `/validate_${wire}`,
    words: [`${field.options.label[0]}是否可用`, `check whether a value of ${field.options.label[1].toLowerCase()} is free`],
    permission: permissionOf(resource, 'list'),
    query: {
      type: 'object',
      required: [wire],
      properties: {
        [wire]: { type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$' },
        id: { type: 'string', pattern: '^\\d{0,19}$', description: 'row that may have the value' },
      },
    },
    example: { query: { [wire]: String(model.example(field.options, 9)[0] ?? '') } },
    returns: A.yes,
    handler: async ({ ctx, query }) => {
      const value = model.fromWire([query[wire]], field.options)
      if (value === null) throw errors.missingParameter({ field: wire }, wire)
      const wrong = value === undefined ? wrongForm : model.check(value, field.options)
      if (wrong) throw fieldError(wire, wrong, ctx.lang)
      const id = query.id === undefined || query.id === '' ? null : idIn(query.id)
      const [taken] = await ctx.query(
        `select 1 from ${store.table} t where t.${column} = $1 and not t.is_deleted and t.id is distinct from $2::bigint
         and t.tenant_id = coalesce((select o.tenant_id from ${store.table} o where o.id = $2), $3) limit 1`,
        [value, id, resource.scope === 'global' ? '000000' : ctx.tenantId],
      )
      return taken === undefined
    },
  }
}

/** Returns one such call for each unique field that clients write. */
export const validateRoutes = (writing: Writing): PartRoute[] => {
  const { resource } = writing.served
  const verbs = [...resource.api.verbs, ...Object.values(resource.api.calls ?? {}).map(({ verb }) => verb)]
  if (!verbs.some((verb) => WRITES.includes(verb as Verb))) return []
  return writableFields(resource).flatMap(([name, { kind, options }]) =>
    options.unique && kind === 'text' ? [validateRoute(writing, name)] : [],
  )
}
