import type { Plugin, Rolldown } from 'vite'

const withImports = (bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): ReadonlySet<string> => {
  const part = bundle[file]
  if (part?.type !== 'chunk' || found.has(file)) return found
  found.add(file)
  for (const next of part.imports) withImports(bundle, next, found)
  return found
}

/** Gives first-paint.js the files of the chunk `name`, which a signed-in user needs: that script detects a session before any module runs. */
export const early = (name: string): Plugin => ({
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (!bundle) return html
      const chunks = Object.values(bundle).filter((part): part is Rolldown.OutputChunk => part.type === 'chunk')
      const [entry, wanted] = [chunks.find(({ isEntry }) => isEntry), chunks.find((chunk) => chunk.name === name)]
      if (!entry || !wanted) throw new Error(`no chunk is named ${name}`)
      const known = withImports(bundle, entry.fileName)
      const files = [...withImports(bundle, wanted.fileName)].filter((file) => !known.has(file))
      const written = html.replace('<script src="/first-paint.js"', `$& data-session="${files.map((file) => `/${file}`).join(' ')}"`)
      if (written === html) throw new Error('index.html has no first-paint.js')
      return written
    },
  },
})
