import type { ListingDefinition } from '../listing.ts'

const SEVERAL_COLUMNS = new Set(['geo', 'file', 'secret'])

/** Throws if a listing has fields, filters or verbs that its rows cannot serve. */
export const checkListing = (definition: ListingDefinition): void => {
  const { name, fields, byCode, keyword, api, page } = definition
  const fail = (why: string): never => {
    throw new Error(`listing ${name}: ${why}`)
  }
  for (const [field, { kind }] of Object.entries(fields)) if (SEVERAL_COLUMNS.has(kind)) fail(`${field} is no single column`)
  if (page && (page.icon === undefined || page.sort === undefined))
    fail('its page has no icon or no sort, and no page of its rightsOf to follow')
  if (byCode && (keyword || api.verbs.some((verb) => verb !== 'page' && verb !== 'list')))
    fail('rows that are made by code have pages with the declared filters only')
  for (const [field, { options }] of Object.entries(fields))
    if (byCode && options.search) fail(`${field} cannot be a filter of rows that are made by code: declare it in filters`)
}
