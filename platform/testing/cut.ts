import { appendFileSync } from 'node:fs'

/** What a run covers of the suites that send every call or open every page: each kind once, and everything of these slices. */
export interface Cut {
  /** Slices with changed files. */
  readonly slices: readonly string[]
  /** Changed files, from the root of the repository. A suite that is changed itself covers everything. */
  readonly files: readonly string[]
}

/** Environment variable with the cut of a run. A run without it is whole. */
export const CUT = 'TEST_CUT'
/** Environment variable with the file to which suites write what they cover. */
export const COVERED = 'TEST_COVERED'

/** Returns the cut of this run; undefined in a whole run: `npm test -- --all`, `npm test -- NAME`, `CI=true`, and Vitest without `npm test`. */
export const cutOfRun = (): Cut | undefined => {
  const text = process.env[CUT]
  return text ? (JSON.parse(text) as Cut) : undefined
}

export interface Kinds<T> {
  /** The slice that an item belongs to. */
  readonly slice: (item: T) => string
  /** The words of the kit from which the behaviour of an item is generated; undefined if it is written by hand. */
  readonly words: (item: T) => readonly string[] | undefined
}

/** Returns the fewest items, by greedy choice, that have every word once. */
const oneOfEach = <T>(items: readonly T[], words: (item: T) => readonly string[] | undefined): ReadonlySet<T> => {
  const left = new Map(items.map((item) => [item, new Set(words(item) ?? [])]))
  const chosen = new Set<T>()
  for (;;) {
    let [best, most]: [T | undefined, number] = [undefined, 0]
    for (const [item, open] of left) if (open.size > most) [best, most] = [item, open.size]
    if (best === undefined) return chosen
    const covered = left.get(best)
    chosen.add(best)
    for (const open of left.values()) if (open !== covered) for (const word of covered ?? []) open.delete(word)
    left.delete(best)
  }
}

/**
 * Returns the items that a suite covers, in their order: all of them without a cut; with one, what is written by hand, what belongs to a changed slice,
 * and of what is generated so much that each word of the kit is there once.
 */
export const itemsOfCut = <T>(items: readonly T[], { slice, words }: Kinds<T>, cut: Cut | undefined): readonly T[] => {
  if (!cut) return items
  const kept = new Set(items.filter((item) => words(item) === undefined || cut.slices.includes(slice(item))))
  const known = new Set([...kept].flatMap((item) => words(item) ?? []))
  const generated = items.filter((item) => !kept.has(item))
  const chosen = oneOfEach(generated, (item) => words(item)?.filter((word) => !known.has(word)))
  return items.filter((item) => kept.has(item) || chosen.has(item))
}

/** A suite's share of a run, as the report at the end names it. */
export interface Covered {
  /** File of the suite, from the root of the repository. */
  readonly suite: string
  /** Plural noun for the items. */
  readonly what: string
  readonly count: number
  readonly of: number
}

const ROOT = new URL('../../', import.meta.url).href

/** Cuts the items of a suite for this run and writes how many there are for the report. `url`: `import.meta.url` of the suite. */
export const ofRun = <T>(
  items: readonly T[],
  kinds: Kinds<T>,
  { url, what }: { readonly url: string; readonly what: string },
): readonly T[] => {
  const suite = url.replace(ROOT, '').replace(/\?.*$/, '')
  const cut = cutOfRun()
  const chosen = itemsOfCut(items, kinds, cut?.files.includes(suite) ? undefined : cut)
  const covered: Covered = { suite, what, count: chosen.length, of: items.length }
  const path = process.env[COVERED]
  if (path) appendFileSync(path, `${JSON.stringify(covered)}\n`)
  return chosen
}

/** Returns the least number of cases that a suite must have tried: the given one in a whole run, one in a cut run. It catches suites that try nothing. */
export const atLeast = (count: number): number => (cutOfRun() ? 1 : count)
