import type { Text } from '@lamplight/kit'
import { knownResources } from '../../resource/known.ts'
import { knownPages } from '../../router/known-pages.ts'
import { hasPermission } from '../../session/menus.ts'
import { type ShellLeaf, searchMenus } from '../menu/menu-index.ts'
import { readVerb } from './search-words.ts'

/** A result of the search: a page of the menu, a page without a menu entry, or a form that a verb opens. */
export interface FoundPage {
  readonly key: string
  readonly leaf: ShellLeaf | null
  /** Verb whose form is opened; null: the page itself. */
  readonly verb: 'import' | 'add' | null
  readonly name: string
  readonly note: string
  readonly icon: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

const ofLeaf = (leaf: ShellLeaf): FoundPage => {
  const { id, name, icon, path, query } = leaf.menu
  return { key: id, leaf, verb: null, name, note: leaf.above.join(' / '), icon, path, query: query as FoundPage['query'] }
}

/** Returns pages that have a title but no menu entry, and that need no row (such as imports), as menu leaves without parents. */
const unlisted = (leaves: readonly ShellLeaf[], labels: Readonly<Record<string, Text>>, lang: 0 | 1): readonly ShellLeaf[] => {
  const listed = new Set(leaves.map(({ menu }) => menu.path.toLowerCase()))
  return knownPages().flatMap(({ path, permission, tabBy, bare }): ShellLeaf[] => {
    const name = labels[path]?.[lang]
    if (!name || !permission || tabBy || bare || /[:*]/.test(path) || listed.has(path.toLowerCase()) || !hasPermission(permission))
      return []
    const menu = { id: path, code: path, name, icon: 'search', path, query: {}, outside: null, group: '', meta: {}, children: [] }
    return [{ menu, above: [] }]
  })
}

/** Returns the forms that the typed verb opens: `导入`, `导入 灯具`, `add user`. */
const byVerb = (leaves: readonly ShellLeaf[], search: string): readonly FoundPage[] => {
  const typed = readVerb(search)
  if (!typed) return []
  const { verb, rest } = typed
  const codes = new Map(
    knownResources().flatMap(({ link, code }) =>
      link && hasPermission(`${code}_${verb.right}`) ? [[link.toLowerCase(), code] as const] : [],
    ),
  )
  const able = leaves.filter(({ menu }) => codes.has(menu.path.toLowerCase()))
  return (rest === '' ? able : searchMenus(able, rest)).map((leaf) => {
    const page = ofLeaf(leaf)
    return { ...page, key: `${verb.name} ${page.key}`, leaf: null, verb: verb.name, query: { ...page.query, ...verb.query } }
  })
}

/** Returns at most `most` pages for a typed text: those of the menu first, then pages without an entry, then forms that its verb opens. */
export const findPages = (
  leaves: readonly ShellLeaf[],
  search: string,
  { labels, lang, most }: { readonly labels: Readonly<Record<string, Text>>; readonly lang: 0 | 1; readonly most: number },
): readonly FoundPage[] => {
  const listed = searchMenus(leaves, search).map(ofLeaf)
  if (search.trim() === '') return listed.slice(0, most)
  return [...listed, ...searchMenus(unlisted(leaves, labels, lang), search).map(ofLeaf), ...byVerb(leaves, search)].slice(0, most)
}
