import { aliasOf } from './guard.ts'
import type { ConsoleSlice, Page, RoutedPage } from './page.ts'

export interface Found {
  readonly page: RoutedPage
  /** Values of `:name` parts; the part matched by `*` as `rest`. */
  readonly params: Readonly<Record<string, string>>
}
export interface Registry {
  readonly pages: readonly RoutedPage[]
  readonly find: (path: string) => Found | null
  /** Returns the address to which this one redirects: an alias, or the present address of a page that moved; otherwise `path` itself. */
  readonly addressOf: (path: string) => string
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const match = (pattern: readonly string[], parts: readonly string[]): Record<string, string> | null => {
  const params: Record<string, string> = {}
  for (const [i, want] of pattern.entries()) {
    if (want === '*') return { ...params, rest: parts.slice(i).map(decode).join('/') }
    const part = parts[i]
    if (part === undefined) return null
    if (want.startsWith(':')) params[want.slice(1)] = decode(part)
    else if (want.toLowerCase() !== part.toLowerCase()) return null
  }
  return pattern.length === parts.length ? params : null
}

/** Sort key: fixed parts before `:name` before `*`, so that `/a/new` is preferred to `/a/:id`. */
const looseness = (pattern: readonly string[]): string =>
  pattern.map((part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0')).join('')

/** Finds pages by address. Throws if two pages have the same address. */
export const createRegistry = (pages: readonly RoutedPage[]): Registry => {
  const seen = new Set<string>()
  for (const { path } of pages) {
    const key = path.toLowerCase().replace(/:[^/]+/g, ':')
    if (seen.has(key)) throw new Error(`two pages at ${path}`)
    seen.add(key)
  }
  const moved = new Map(pages.flatMap(({ path, was = [] }) => was.map((former) => [former.toLowerCase(), path] as const)))
  const patterns = pages
    .map((page) => ({ page, pattern: partsOf(page.path) }))
    .sort((a, b) => (looseness(a.pattern) < looseness(b.pattern) ? -1 : 1))
  return {
    pages,
    addressOf: (path) => {
      const alias = aliasOf(path)
      return seen.has(alias.toLowerCase()) ? alias : (moved.get(alias.toLowerCase()) ?? alias)
    },
    find: (path) => {
      const parts = partsOf(path)
      for (const { page, pattern } of patterns) {
        const params = match(pattern, parts)
        if (params) return { page, params }
      }
      return null
    },
  }
}

/** All pages of the slices. An own page replaces a generated one. */
export const pagesOf = (slices: readonly ConsoleSlice[]): readonly Page[] =>
  slices.flatMap((slice) => {
    const own = new Set(slice.pages.map((page) => page.path.toLowerCase()))
    const generated = (slice.resources ?? []).flatMap((resource) => resource.pages)
    return [...slice.pages, ...generated.filter((page) => !own.has(page.path.toLowerCase()))]
  })
