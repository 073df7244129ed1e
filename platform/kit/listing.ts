import { defineResource, type ResourceDefinition } from './resource.ts'

type ReadVerb = 'page' | 'list' | 'select' | 'detail' | 'get'

/**
 * Rows that are only read: the server makes them by SQL from tables and views that it may read, and nobody adds them by hand. They have the id and
 * the declared fields, and none of the columns that every row of a table has. Everything else is as in a resource: calls, filters, order, rights,
 * export, list, detail page, actions.
 */
export type ListingDefinition = Omit<
  ResourceDefinition,
  'scope' | 'reads' | 'api' | 'indexes' | 'keyword' | 'form' | 'lifecycle' | 'device' | 'shows' | 'io'
> & {
  readonly api: Omit<ResourceDefinition['api'], 'verbs'> & { readonly verbs: readonly ReadVerb[] }
  /** Fields that the list's parameter `keyword` searches. */
  readonly keyword?: readonly string[]
  readonly io?: { readonly export: true }
}
/** A listing with the parts that only a resource has. */
export type Listing<D extends ListingDefinition> = D & { readonly scope: 'tenant'; readonly reads: true }

/** Declares a listing. Throws if the definition has a fault, when its module loads. */
export const defineListing = <const D extends ListingDefinition>(definition: D): Listing<D> =>
  defineResource({ ...definition, scope: 'tenant', reads: true } as Listing<D>)
