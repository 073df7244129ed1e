import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** `new URL('./thread.ts', import.meta.url)`: a file that a thread or child process runs. */
const PROGRAM = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
const nameOf = (file: string): string => (basename(file) === 'main.ts' ? basename(dirname(file)) : basename(file, '.ts'))
/** Our own packages are bundled; packages of npm are loaded as they are, because some find their data by their own place. */
const isOurs = (id: string): boolean => /^(\.|\/|\0|#|@lamplight\/)/.test(id) || /^[A-Z]:/i.test(id)

/**
 * Keeps what modules mean by their own place: a program that they name becomes a file of the bundle, and any other `import.meta.url` stays
 * the address of the source file. All files of the bundle are in one folder, so that a module may end in any of them.
 */
const ownPlaces = (out: string): Plugin => {
  const programs = new Map<string, string>()
  return {
    name: 'own-places',
    transform(code, id) {
      if (!code.includes('import.meta')) return undefined
      const withPrograms = code.replaceAll(PROGRAM, (_, path: string) => {
        const file = resolve(dirname(id), path)
        const name = nameOf(file)
        if ((programs.get(name) ?? file) !== file) throw new Error(`two programs would be ${name}.js: ${programs.get(name)} and ${file}`)
        if (!programs.has(name)) this.emitFile({ type: 'chunk', id: file, fileName: `${name}.js` })
        programs.set(name, file)
        return `new URL('./${name}.js', import.meta.own)`
      })
      const source = JSON.stringify(relative(out, id).replaceAll('\\', '/'))
      const all = withPrograms
        .replaceAll('import.meta.url', `new URL(${source}, import.meta.own).href`)
        .replaceAll('import.meta.own', 'import.meta.url')
      const other = /import\.meta\.(?!url\b)\w+/.exec(all)
      if (other) throw new Error(`${id}: ${other[0]} has no meaning in a bundle; use import.meta.url`)
      // Lines stay where they are, so the source map of the file stays right.
      return { code: all, map: null }
    },
  }
}

/** Files of earlier builds stay this long, because a server that runs from them loads some parts only when it needs them, ms. */
const KEPT_MS = 7 * 86_400_000

/** Bundles a program of the server into the folder `out`. Names stay as they are, and source maps lead to the sources, so that a stack can be read. */
export const bundleProgram = async (program: string, out: string): Promise<void> => {
  const bundle = await rolldown({
    input: { [nameOf(program)]: program },
    platform: 'node',
    external: (id) => !isOurs(id),
    plugins: [ownPlaces(out)],
  })
  const { output } = await bundle.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  const made = new Set(output.map(({ fileName }) => fileName))
  for (const name of readdirSync(out))
    if (!made.has(name) && Date.now() - statSync(join(out, name)).mtimeMs > KEPT_MS) rmSync(join(out, name))
}
