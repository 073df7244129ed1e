import { createState } from '../state/state.ts'

/** Values of the query string, without blank ones. */
export type Query = Readonly<Record<string, string>>
export interface Location {
  readonly path: string
  readonly query: Query
}

/** Parses an address such as `/city/lamp?size=30` (or with a separate query); drops a trailing slash. */
export const parseLocation = (address: string, query?: Query): Location => {
  const [bare = '', search = ''] = address.split('#')[0]!.split('?')
  const path = bare.length > 1 ? bare.replace(/\/+$/, '') || '/' : bare || '/'
  return { path, query: { ...Object.fromEntries(new URLSearchParams(search)), ...query } }
}

/** Returns the address of a location; slashes and colons in its values are not escaped. */
export const hrefOf = ({ path, query }: Location): string => {
  const filled = Object.entries(query).filter(([, value]) => value !== '')
  const search = new URLSearchParams(filled).toString().replaceAll('%2F', '/').replaceAll('%3A', ':')
  return search ? `${path}?${search}` : path
}

const here = (): Location =>
  typeof window === 'undefined' ? { path: '/', query: {} } : parseLocation(window.location.pathname + window.location.search)

/** The present location of the browser. */
export const location = createState<Location>(here())

let watching = false
/** Updates the location on the browser's back and forward buttons. */
export const watchLocation = (): void => {
  if (watching) return
  watching = true
  window.addEventListener('popstate', () => location.set(here()))
}

/** Navigates to an address of the console. `replace` adds no history entry. */
export const navigate = (address: string, query?: Query, { replace = false }: { readonly replace?: boolean } = {}): void => {
  const next = parseLocation(address, query)
  const href = hrefOf(next)
  if (href === hrefOf(location.get())) return
  window.history[replace ? 'replaceState' : 'pushState'](null, '', href)
  location.set(next)
}
