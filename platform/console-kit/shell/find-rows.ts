import { pick } from '@lamplight/kit'
import { lang } from '../i18n/lang.ts'
import { detailCall, listPath } from '../resource/calls.ts'
import { detailHref, findable, type ResourceConsole } from '../resource/console-resource.ts'
import { readEntry, titleOf, type Wire, wireName } from '../resource/entry.ts'
import { hasPermission } from '../session/menus.ts'
import { api } from '../session/session.ts'

/** A row that the search found. */
export interface Hit {
  readonly key: string
  readonly name: string
  /** What kind of thing it is, in words. */
  readonly kind: string
  /** More of it: by which text it was found where that is not its name, how many lamps it has. */
  readonly note: string
  readonly href: string
  /** Icon name, or the path of a list whose menu icon is used. */
  readonly icon?: string
  readonly list?: string
  /** Its name or number is what was typed. */
  readonly exact?: boolean
}
/** What a slice finds beside rows: things that have a place of their own, or work to be done with them; the best first. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Hit[]>
const finders = new Map<string, Finder>()

/** Adds a finder to the search of the shell (Ctrl K); its hits stand before rows. The same key replaces. */
export const registerFinder = (key: string, finder: Finder): void => {
  finders.set(key, finder)
}

const isSame = (typed: string, name: string): boolean => typed.trim().toLowerCase() === name.toLowerCase()
const exactFirst = (hits: readonly Hit[]): readonly Hit[] => hits.toSorted((a, b) => Number(b.exact ?? false) - Number(a.exact ?? false))

/** Rows of each kind at most. */
const EACH = 5

const findIn = async (console: ResourceConsole, text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  const { resource, ui } = console
  const fields = (ui.find ?? []) as readonly string[]
  // A number that is unique is asked for as it was typed too: among many that hold it, the list begins with the newest.
  const asked = fields.flatMap((field) => {
    const name = wireName(resource.fields, field)
    const like = { field, query: { [name]: text } }
    return resource.fields[field]?.options.unique ? [{ field, query: { [`${name}_equal`]: text } }, like] : [like]
  })
  const pages = await Promise.all(
    asked.map(({ query }) =>
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
      const by = String(entry.row[asked[at]?.field ?? ''] ?? '')
      const kind = pick(resource.label, lang.get())
      const href = detailHref(console, entry.id)
      if (href && !hits.has(entry.id))
        hits.set(entry.id, {
          ...{ key: `${resource.name} ${entry.id}`, kind, name, href, list: console.ui.link },
          note: by !== name ? by : '',
          exact: isSame(text, name) || isSame(text, by),
        })
    }
  return exactFirst([...hits.values()]).slice(0, EACH)
}

/** What finders find, then rows whose name holds `text`, of every kind that the user may see; a kind that does not answer is passed over. */
export const findRows = async (text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  const asked = findable().filter(({ resource }) => hasPermission(`${resource.code}_view`) && detailCall(resource, '0'))
  const found = await Promise.allSettled([
    ...[...finders.values()].map((finder) => finder(text, signal)),
    ...asked.map((console) => findIn(console, text, signal)),
  ])
  return exactFirst(found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
}
