import { checkListing } from '#checks'
import type { Field, Fields } from './field.ts'
import { defineResource, type ResourceDefinition } from './resource.ts'

type ReadVerb = 'page' | 'list' | 'select' | 'detail' | 'get'

/**
 * Rows that are only read: the server makes them from tables and views that it may read, and nobody adds them by hand. They have the id and the
 * declared fields, and none of the columns that every row of a table has. Calls, rights, export, list page and API document follow as in a resource.
 */
export type ListingDefinition = Omit<
  ResourceDefinition,
  'scope' | 'reads' | 'api' | 'indexes' | 'keyword' | 'form' | 'lifecycle' | 'device' | 'shows' | 'io'
> & {
  readonly api: Omit<ResourceDefinition['api'], 'verbs'> & { readonly verbs: readonly ReadVerb[] }
  /** Fields that the list's parameter `keyword` searches. */
  readonly keyword?: readonly string[]
  /** True: the server makes the rows by code, because SQL cannot. The list has the declared `filters` and one order. Default: by SQL; users filter and order by each field. */
  readonly byCode?: true
  readonly io?: { readonly export: true }
}
/** A listing with the parts that only a resource has. */
export type Listing<D extends ListingDefinition> = D & { readonly scope: 'tenant'; readonly reads: 'sql' | 'code' }

/** The parameter `keyword` as a filter of the page, with the labels of the fields that it searches. */
const keywordOf = (keyword: readonly string[], fields: Fields): Field<string> => {
  const label = (at: 0 | 1): string => keyword.map((name) => fields[name]?.options.label[at]).join(' / ')
  return { kind: 'text', options: { label: [label(0), label(1)] } }
}

/** Declares a listing. Throws if the definition has a fault, when its module loads; browsers load no checks. */
export const defineListing = <const D extends ListingDefinition>(definition: D): Listing<D> => {
  checkListing(definition)
  const { fields, byCode, keyword } = definition
  const filters = { ...(keyword && { keyword: keywordOf(keyword, fields) }), ...definition.filters }
  return defineResource({ ...definition, filters, scope: 'tenant', reads: byCode ? 'code' : 'sql' } as Listing<D>)
}

/** Some fields of a resource, for a listing whose rows show them. */
export const pickFields = <D extends { readonly fields: Fields }, const N extends readonly (keyof D['fields'] & string)[]>(
  { fields }: D,
  ...names: N
): Pick<D['fields'], N[number]> => Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Pick<D['fields'], N[number]>
