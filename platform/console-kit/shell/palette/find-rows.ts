import { pick } from '@lamplight/kit'
import { lang } from '../../i18n/lang.ts'
import { listPath } from '../../resource/calls.ts'
import type { ResourceConsole } from '../../resource/console-resource.ts'
import { readEntry, titleOf, type Wire, wireName } from '../../resource/form/entry.ts'
import { detailHref, knownResources } from '../../resource/known.ts'
import { loadConsole } from '../../resource/slices.ts'
import { hasPermission } from '../../session/menus.ts'
import { api } from '../../session/session.ts'

/** A result of the search. */
export interface Hit {
  readonly key: string
  readonly name: string
  /** Kind of the result, as a label (for example the resource's label). */
  readonly kind: string
  /** Additional text: the field that matched if it is not the name, or for example the number of lamps. */
  readonly note: string
  readonly href: string
  /** Icon name; or in `list` the path of a list page whose menu icon is used. */
  readonly icon?: string
  readonly list?: string
  /** True if the name or number equals the typed text. */
  readonly exact?: boolean
}
/** Additional search of a slice: returns results with a page of their own, or actions on them; the best first. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Hit[]>
const finders = new Map<string, Finder>()

/** Adds a finder to the search of the shell (Ctrl K); its results are listed before rows. A finder with the same key is replaced. */
export const registerFinder = (key: string, finder: Finder): void => {
  finders.set(key, finder)
}

const isSame = (typed: string, name: string): boolean => typed.trim().toLowerCase() === name.toLowerCase()
const exactFirst = (hits: readonly Hit[]): readonly Hit[] => hits.toSorted((a, b) => Number(b.exact ?? false) - Number(a.exact ?? false))

/** Maximum number of rows of each kind. */
const EACH = 5

const findIn = async (console: ResourceConsole, text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  const { resource, ui } = console
  const fields = (ui.find ?? []) as readonly string[]
  // A unique field is also queried for the exact text: if many rows contain the text, the exact match might not be on the first page.
  const queries = fields.flatMap((field) => {
    const name = wireName(resource.fields, field)
    const like = { field, query: { [name]: text } }
    return resource.fields[field]?.options.unique ? [{ field, query: { [`${name}_equal`]: text } }, like] : [like]
  })
  const pages = await Promise.all(
    queries.map(({ query }) =>
      api.get<{ records?: readonly Wire[] } | readonly Wire[]>(
        listPath(resource),
        { current: 1, size: EACH, ...query },
        { signal, quiet: true },
      ),
    ),
  )
  const hits = new Map<string, Hit>()
  for (const [at, page] of pages.entries())
    for (const wire of 'records' in page ? (page.records ?? []) : (page as readonly Wire[])) {
      const entry = readEntry(resource, wire)
      const name = titleOf(resource, entry)
      const by = String(entry.row[queries[at]?.field ?? ''] ?? '')
      const kind = pick(resource.label, lang.get())
      const href = detailHref(console, entry.id)
      if (href && !hits.has(entry.id))
        hits.set(entry.id, {
          key: `${resource.name} ${entry.id}`,
          kind,
          name,
          href,
          list: console.link,
          note: by !== name ? by : '',
          exact: isSame(text, name) || isSame(text, by),
        })
    }
  return exactFirst([...hits.values()]).slice(0, EACH)
}

/** Returns the results of the finders, then rows whose name contains `text`, of each kind the user may view. Failed requests are ignored. */
export const findRows = async (text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  const queries = knownResources().filter(
    ({ isFound, hasDetail, link, code }) => isFound && hasDetail && link && hasPermission(`${code}_view`),
  )
  const found = await Promise.allSettled([
    ...[...finders.values()].map((finder) => finder(text, signal)),
    ...queries.map(async ({ name }) => {
      const console = await loadConsole(name)
      return console ? findIn(console, text, signal) : []
    }),
  ])
  const hits = new Map<string, Hit>()
  // A finder and a list can find the same row: each address is listed once.
  for (const hit of found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))) if (!hits.has(hit.href)) hits.set(hit.href, hit)
  return exactFirst([...hits.values()])
}
