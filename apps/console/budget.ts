import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Maximum JavaScript to load before the page is shown, kB gzipped; with the names of the chunks the page needs besides the entry. */
export interface Budget {
  readonly page: string
  readonly chunks: readonly string[]
  readonly most: number
}
interface Built {
  readonly name: string
  readonly size: number
  readonly imports: readonly string[]
  readonly isEntry: boolean
}

/** Returns what the entry and the named chunks load, kB gzipped. Throws if a name is not among the chunks. */
export const loadOf = (built: ReadonlyMap<string, Built>, chunks: readonly string[]): number => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    const chunk = built.get(file)
    if (!chunk || loaded.has(file)) return
    loaded.add(file)
    for (const next of chunk.imports) load(next)
  }
  for (const [file, chunk] of built) if (chunk.isEntry) load(file)
  for (const name of chunks) {
    const found = [...built].find(([, chunk]) => chunk.name === name)
    if (!found) throw new Error(`no chunk is named ${name}`)
    load(found[0])
  }
  return [...loaded].reduce((sum, file) => sum + built.get(file)!.size, 0) / 1000
}

/** Fails the build if a page exceeds its budget. */
export const budgets = (list: readonly Budget[]): Plugin => ({
  name: 'budgets',
  writeBundle(_, bundle) {
    const built = new Map<string, Built>()
    for (const [file, part] of Object.entries(bundle)) {
      if (part.type !== 'chunk') continue
      const styles = [...(part.viteMetadata?.importedCss ?? [])].map((css) => bundle[css]).filter((css) => css?.type === 'asset')
      const size = gzipSync(part.code).length + styles.reduce((sum, css) => sum + gzipSync(css.source).length, 0)
      built.set(file, { name: part.name, size, imports: part.imports, isEntry: part.isEntry })
    }
    for (const { page, chunks, most } of list) {
      const load = loadOf(built, chunks)
      console.log(`${page}: ${load.toFixed(1)} of ${most} kB`)
      if (load > most) throw new Error(`${page} loads ${load.toFixed(1)} kB gzipped, more than its ${most} kB`)
    }
  },
})
