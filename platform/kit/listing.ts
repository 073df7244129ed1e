import { checkListing } from '#checks'
import type { Field, Fields } from './field.ts'
import { defineResource, type ResourceDefinition, type ResourcePage } from './resource.ts'
import type { ResourceRoles } from './roles.ts'
import { snake } from './table-name.ts'
import type { Text } from './text.ts'

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
export type Listing<D> = D & { readonly scope: 'tenant'; readonly reads: 'sql' | 'code' }

type Derived = 'code' | 'roles' | 'rightsOf' | 'page'
/** The input of `defineListing`. `code` may be left out; `roles` and parts of the page are taken from `rightsOf` if it is given. */
export type ListingInput = Omit<ListingDefinition, Derived> & {
  /** Default: the second part of the name, as `alarmed_device` of `alarms.alarmedDevice`. */
  readonly code?: string
} & (
    | { readonly roles: ResourceRoles; readonly rightsOf?: never; readonly page?: ResourcePage }
    | {
        /** The resource whose rights it uses; it has the same rows of the permission matrix. */
        readonly rightsOf: Pick<ResourceDefinition, 'code' | 'roles' | 'page'>
        readonly roles?: never
        /** By default the page has the icon and the parent of the page of `rightsOf`, and stands after it in the menu. */
        readonly page?: Omit<ResourcePage, 'icon' | 'sort'> & Partial<Pick<ResourcePage, 'icon' | 'sort'>>
      }
  )
type Declared<I> = Omit<I, Derived> & Pick<ListingDefinition, Derived>

const besides = (page: ListingInput['page'], owner: ResourcePage | undefined): ResourcePage | undefined => {
  if (!page || !owner) return page as ResourcePage | undefined
  const { icon, sort, parent } = owner
  return { icon, sort: sort + 1, ...(parent && { parent }), ...page }
}
const declared = ({ rightsOf, roles, page, code, ...rest }: ListingInput): ListingDefinition => {
  const place = besides(page, rightsOf?.page)
  return {
    ...rest,
    code: code ?? snake(rest.name.split('.')[1] ?? ''),
    roles: (rightsOf?.roles ?? roles) as ResourceRoles,
    ...(rightsOf && { rightsOf: rightsOf.code }),
    ...(place && { page: place }),
  }
}

/** The parameter `keyword` as a filter of the page, with the labels of the fields that it searches. */
const keywordOf = (keyword: readonly string[], fields: Fields): Field<string> => {
  const label = (at: 0 | 1): string => keyword.map((name) => fields[name]?.options.label[at]).join(' / ')
  return { kind: 'text', options: { label: [label(0), label(1)] } }
}

/** Declares a listing. Throws if the definition has a fault, when its module loads; browsers load no checks. */
export const defineListing = <const I extends ListingInput>(input: I): Listing<Declared<I>> => {
  const definition = declared(input)
  checkListing(definition)
  const { fields, byCode, keyword } = definition
  const filters = { ...(keyword && { keyword: keywordOf(keyword, fields) }), ...definition.filters }
  const made: Listing<ListingDefinition> = { ...definition, filters, scope: 'tenant', reads: byCode ? 'code' : 'sql' }
  return defineResource(made) as unknown as Listing<Declared<I>>
}

/** Names of fields, or fields with the label that they have instead of their own. */
type Picked<K extends string> = K | { readonly [N in K]?: Text }
/**
 * Some fields of a resource, for a listing whose rows show them: `pickFields(alarm, 'sn', { severity: ['最高级别', 'Highest severity'] })` takes `severity`
 * with another label.
 */
export const pickFields = <D extends { readonly fields: Fields }, const N extends readonly Picked<keyof D['fields'] & string>[]>(
  { fields }: D,
  ...picked: N
): Pick<D['fields'], NamesIn<N[number]> & keyof D['fields']> => {
  const one = (name: string, label?: Text): readonly [string, Field | undefined] => {
    const field = fields[name]
    return [name, field && label ? { ...field, options: { ...field.options, label } } : field]
  }
  const taken = picked.flatMap((given) =>
    typeof given === 'string' ? [one(given)] : Object.entries<Text>(given as Record<string, Text>).map(([name, label]) => one(name, label)),
  )
  return Object.fromEntries(taken) as unknown as Pick<D['fields'], NamesIn<N[number]> & keyof D['fields']>
}
type NamesIn<P> = P extends string ? P : keyof P
