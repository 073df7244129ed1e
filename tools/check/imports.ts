import { posix } from 'node:path'
import type { SourceFile, Tree } from './tree.ts'

export interface Import {
  readonly file: SourceFile
  readonly offset: number
  readonly specifier: string
  /** Path in the repository, if the import is one of our files. */
  readonly target?: string
  /** True for a relative import. */
  readonly relative: boolean
  /** True for `import type` and `export type`: they are removed when the code runs. */
  readonly erased: boolean
}

const ERASED = /\b(import|export)\s+type\b[^'"`]*\bfrom\s*$/
const LONGEST_IMPORT = 2000
const AFTER = /\b(from|import|import\s*\()\s*$/

const packages = new WeakMap<Tree, Map<string, { folder: string; exports: Record<string, string> }>>()

/** Returns our packages by name. */
const packagesOf = (tree: Tree) => {
  const known = packages.get(tree)
  if (known) return known
  const found = new Map<string, { folder: string; exports: Record<string, string> }>()
  for (const { path, text } of tree.files) {
    if (!/^(platform|domains|apps)\/[^/]+\/package\.json$/.test(path)) continue
    const { name, exports = {} } = JSON.parse(text)
    found.set(name, { folder: posix.dirname(path), exports })
  }
  packages.set(tree, found)
  return found
}

/** Returns the paths in the `exports` of all packages. */
export const packageEntriesOf = (tree: Tree): Set<string> =>
  new Set([...packagesOf(tree).values()].flatMap(({ folder, exports }) => Object.values(exports).map((path) => posix.join(folder, path))))

const resolve = (tree: Tree, from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  if (!specifier.startsWith('@lamplight/')) return undefined
  const [scope, name, ...rest] = specifier.split('/')
  const found = packagesOf(tree).get(`${scope}/${name}`)
  if (!found) return undefined
  const subpath = rest.length ? `./${rest.join('/')}` : '.'
  return posix.join(found.folder, found.exports[subpath] ?? rest.join('/'))
}

/** Returns every import, re-export and `import()` of a file. */
export const importsOf = (tree: Tree, file: SourceFile): Import[] =>
  file.scan.tokens
    .filter(({ kind, start }) => kind === 'string' && AFTER.test(file.scan.code.slice(Math.max(0, start - 20), start)))
    .map(({ start, value }) => ({
      file,
      offset: start,
      specifier: value,
      target: resolve(tree, file.path, value),
      relative: value.startsWith('.'),
      erased: ERASED.test(file.scan.code.slice(Math.max(0, start - LONGEST_IMPORT), start)),
    }))
