import { isTest, type Rule, type Tree } from '../tree.ts'

const DECLARES = /^domains\/([^/]+)\/model\/(?:[a-z-]+\/)?(?:[a-z-]+-)?(pages|paths|menu)\.ts$/
const CONSOLE = /^domains\/([^/]+)\/console\//
const NAMED = /\b(?:path|list):\s*$/
const DEFINED = /\b(?:path:|_PATH =)\s*$/

/** Addresses in `pages` are those of pages by hand; in `menu` those of groups and of lists of resources too. */
interface Declared {
  readonly pages: Set<string>
  readonly menu: Set<string>
}

const declaredIn = (tree: Tree): ReadonlyMap<string, Declared> => {
  const found = new Map<string, Declared>()
  for (const file of tree.sources) {
    const [, slice, kind] = DECLARES.exec(file.path) ?? []
    if (!slice) continue
    const declared = found.get(slice) ?? { pages: new Set(), menu: new Set() }
    found.set(slice, declared)
    for (const { kind: token, start, value } of file.scan.tokens)
      if (token === 'string' && DEFINED.test(file.text.slice(Math.max(0, start - 40), start)))
        declared[kind === 'menu' ? 'menu' : 'pages'].add(value)
  }
  return found
}

/** The address of a page stands once, in its entry of the menu: the console reads it there. */
export const pages: Rule = {
  name: 'page',
  check(tree, report) {
    const declared = declaredIn(tree)
    for (const file of tree.sources) {
      const of = declared.get(CONSOLE.exec(file.path)?.[1] ?? '')
      if (!of || isTest(file.path)) continue
      for (const { kind, start, value } of file.scan.tokens) {
        if (kind !== 'string') continue
        const isNamed = of.menu.has(value) && NAMED.test(file.text.slice(Math.max(0, start - 40), start))
        if (isNamed || of.pages.has(value)) report(file, start, `${value} is an entry of the menu: read it from the model (menuPage)`)
      }
    }
  },
}
