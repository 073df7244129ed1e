import type { Plugin, Rolldown } from 'vite'

const withImports = (bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): ReadonlySet<string> => {
  const part = bundle[file]
  if (part?.type !== 'chunk' || found.has(file)) return found
  found.add(file)
  for (const next of part.imports) withImports(bundle, next, found)
  return found
}

/**
 * Gives first-paint.js the files of the chunk that a signed-in user needs, and of the one for other users: that script detects a session before any
 * module runs.
 */
export const early = (wanted: { readonly session: string; readonly guest: string }): Plugin => ({
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (!bundle) return html
      const chunks = Object.values(bundle).filter((part): part is Rolldown.OutputChunk => part.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      const known = entry ? withImports(bundle, entry.fileName) : new Set<string>()
      const lists = Object.entries(wanted).map(([who, name]) => {
        const chunk = chunks.find((one) => one.name === name)
        if (!chunk) throw new Error(`no chunk is named ${name}`)
        const scripts = [...withImports(bundle, chunk.fileName)].filter((file) => !known.has(file))
        const styles = who === 'guest' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
        return `data-${who}="${[...scripts, ...styles].map((file) => `/${file}`).join(' ')}"`
      })
      const written = html.replace('<script src="/first-paint.js"', `$& ${lists.join(' ')}`)
      if (written === html) throw new Error('index.html has no first-paint.js')
      return written
    },
  },
})
