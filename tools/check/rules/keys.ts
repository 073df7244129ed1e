import { areaOf } from '../areas.ts'
import { isTest, type Report, type Rule, type SourceFile, type Tree } from '../tree.ts'

/** Files of a slice that may declare ports and events: in the model those for other slices, in the server those for the slice alone. */
const HOMES: Readonly<Record<string, RegExp>> = {
  definePort: /^domains\/[^/]+\/(model|server)\/([a-z]+-)*ports\.ts$/,
  defineEvent: /^domains\/[^/]+\/model\/events\.ts$/,
}
const DECLARED = /\bexport\s+const\s+(\w+)\s*=\s*(definePort|defineEvent)\s*<[^()]*>\s*\(/g
const USED = /\bport\(\s*(\w+)\s*\)/g

interface Key {
  readonly file: SourceFile
  readonly offset: number
  readonly constant: string
  readonly name: string
}

const keysOf = (tree: Tree, report: Report): Key[] => {
  const found: Key[] = []
  for (const file of tree.sources) {
    if (isTest(file.path) || areaOf(file.path)?.layer === 'tool') continue
    for (const { 0: text, 1: constant = '', 2: call = '', index } of file.scan.code.matchAll(DECLARED)) {
      const slice = areaOf(file.path)?.slice
      const token = file.scan.tokens.find(({ kind, start }) => kind === 'string' && start >= index + text.length)
      found.push({ file, offset: index, constant, name: token?.value ?? '' })
      if (!slice) continue
      if (!HOMES[call]!.test(file.path))
        report(file, index, `${call} belongs in ${call === 'definePort' ? 'model/ports.ts' : 'model/events.ts'}`)
      if (!token?.value.startsWith(`${slice}.`)) report(file, index, `the name begins with the slice that declares it: ${slice}.`)
    }
  }
  return found
}

/**
 * Ports and events are declared in files of their own, under unique names that begin with their slice. A slice lists in `needs` or `ports` of its
 * server each port that it calls, so that a missing provider fails at the start; in `mayUse` a port that it can do without.
 */
export const keys: Rule = {
  name: 'key',
  check(tree, report) {
    const found = keysOf(tree, report)
    for (const [name, same] of Map.groupBy(found, (key) => key.name))
      for (const { file, offset } of same.slice(1)) report(file, offset, `${name} is declared twice`)
    const ports = new Set(found.filter(({ constant }) => constant.endsWith('Port')).map(({ constant }) => constant))
    for (const file of tree.sources) {
      const slice = areaOf(file.path)?.slice
      if (!slice || isTest(file.path) || !file.path.startsWith(`domains/${slice}/server/`)) continue
      const entry = tree.get(`domains/${slice}/server/index.ts`)
      for (const { 1: constant = '', index } of file.scan.code.matchAll(USED))
        if (
          ports.has(constant) &&
          constant !== 'registryPort' &&
          constant !== 'backupsPort' &&
          constant !== 'actingPort' &&
          !new RegExp(`\\b${constant}\\b`).test(entry?.scan.code ?? '')
        )
          report(file, index, `server/index.ts of ${slice} names ${constant} in neither ports nor needs`)
    }
  },
}
