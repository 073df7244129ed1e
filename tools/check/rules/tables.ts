import { areaOf } from '../areas.ts'
import { isTest, type Report, type Rule, type SourceFile, type Tree } from '../tree.ts'
import { sliceOf } from './boundaries.ts'

const RELATION = /^\s*create\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(table|view|function)\s+(?:if\s+not\s+exists\s+)?(\w+)/gim
const NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b/g
/** True for tests, and for files that only the tests of a slice share. */
const isForTests = (path: string): boolean => isTest(path) || /\/test-[^/]+\.ts$/.test(path)

const OFFERS = /\boffers:\s*\[([^\]]*)\]/
const LITERALS = /['"]([^'"]*)['"]/g

interface Owner {
  readonly name: string
  readonly dependsOn: readonly string[]
  readonly offers: readonly string[]
}

const ownersOf = (tree: Tree): Map<string, Owner> =>
  new Map(
    tree.files
      .filter(({ path }) => /^domains\/[^/]+\/domain\.ts$/.test(path))
      .map(({ text }) => {
        const { name, dependsOn } = sliceOf(text)
        return [name, { name, dependsOn, offers: [...(OFFERS.exec(text)?.[1] ?? '').matchAll(LITERALS)].map(([, view]) => view!) }]
      }),
  )

/** Returns tables, views and functions of slices by name, read from the migrations; the first word of the name is the slice. */
const relationsOf = (tree: Tree, owners: ReadonlyMap<string, Owner>): Map<string, string> => {
  const found = new Map<string, string>()
  for (const { path, text } of tree.files)
    if (/^db\/migrations\/.*\.sql$/.test(path))
      for (const { 1: kind = '', 2: name = '' } of text.matchAll(RELATION))
        if (owners.has(name.split('_')[0]!)) found.set(name, kind.toLowerCase())
  return found
}

const ownerOf = (name: string, owners: ReadonlyMap<string, Owner>): Owner | undefined => owners.get(name.split('_')[0]!)
const isForeign = (self: Owner, name: string, owners: ReadonlyMap<string, Owner>): boolean => {
  const owner = ownerOf(name, owners)
  return owner !== undefined && owner.name !== self.name
}

const breachOf = (self: Owner, name: string, owners: ReadonlyMap<string, Owner>): string | undefined => {
  const owner = ownerOf(name, owners)
  if (!owner || owner.name === self.name) return undefined
  if (!owner.offers.includes(name)) return `${name} belongs to ${owner.name}, which does not offer it (offers in its domain.ts)`
  return self.dependsOn.includes(owner.name) ? undefined : `${name} belongs to ${owner.name}, which domain.ts of ${self.name} does not list`
}

/** Files that write rows of offered views of other slices themselves. */
const WRITERS = new Set([
  // Stores lamps, controllers, registry and members in one statement, because an import has up to a million of them.
  'domains/lighting/server/import/import-store.ts',
])
/** True if the name is where a statement or `insertMany` writes rows. */
const isWritten = ({ text }: SourceFile, offset: number): boolean =>
  /(?:\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate)\s+|\binsertMany\(\s*\w+,\s*['"`])$/i.test(
    text.slice(Math.max(0, offset - 80), offset),
  )

/** Yields the names in strings and templates of a file that may be SQL or a table name. */
const namesIn = function* (file: SourceFile): Generator<{ name: string; offset: number }> {
  // String tokens inside a template are part of the template's token too; each position is visited once.
  let seen = 0
  for (const { kind, start, end } of file.scan.tokens.toSorted((a, b) => a.start - b.start)) {
    if (kind !== 'string' && kind !== 'template') continue
    for (const { 0: name, index } of file.text.slice(start, end).matchAll(NAME))
      if (start + index >= seen) yield { name, offset: start + index }
    seen = Math.max(seen, end)
  }
}

const reportOffers = (tree: Tree, report: Report, owners: ReadonlyMap<string, Owner>, relations: ReadonlyMap<string, string>): void => {
  for (const { name, offers } of owners.values())
    for (const view of offers) {
      const file = tree.get(`domains/${name}/domain.ts`)!
      const at = Math.max(0, file.text.indexOf(view))
      if (!view.startsWith(`${name}_`)) report(file, at, `${view} is none of its views: the name begins with ${name}_`)
      else if (!['view', 'function'].includes(relations.get(view) ?? '')) report(file, at, `no migration makes a view or function ${view}`)
    }
}

/**
 * The SQL of a slice names relations of another slice only if it depends on that slice and that slice
 * offers them: views and functions, never tables. It writes no rows of them.
 */
export const tables: Rule = {
  name: 'table',
  check(tree, report) {
    const owners = ownersOf(tree)
    const relations = relationsOf(tree, owners)
    reportOffers(tree, report, owners, relations)
    for (const file of tree.sources) {
      const self = owners.get(areaOf(file.path)?.slice ?? '')
      if (!self || isForTests(file.path) || !file.path.startsWith(`domains/${self.name}/server/`)) continue
      for (const { name, offset } of namesIn(file)) {
        const breach = relations.has(name) ? breachOf(self, name, owners) : undefined
        if (breach) report(file, offset, breach)
        else if (relations.has(name) && isForeign(self, name, owners) && isWritten(file, offset) && !WRITERS.has(file.path))
          report(file, offset, `rows of ${name} are written by a function of its slice, which knows the columns`)
      }
    }
  },
}
