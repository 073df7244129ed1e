import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** Matches `new URL('./thread.ts', import.meta.url)`. Modules write this for a file that they start as a thread or child process. */
const PROGRAM = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
const nameOf = (file: string): string => (basename(file) === 'main.ts' ? basename(dirname(file)) : basename(file, '.ts'))
/** Our own packages are bundled. Packages of npm stay in node_modules, because some read data files beside their code. */
const isOurs = (id: string): boolean => /^(\.|\/|\0|#|@lamplight\/)/.test(id) || /^[A-Z]:/i.test(id)

/**
 * Rewrites `import.meta.url`: in a bundle it would be the address of the bundle, not of the source file. `new URL('./thread.ts', import.meta.url)` names a
 * program: the plugin adds this program to the bundle and puts the address of the bundled file there. All other uses get the address of the source file.
 * The files of the bundle are in one folder, so a relative address holds in each of them.
 */
const sourceAddresses = (program: string, out: string): Plugin => {
  const programs = new Map([[nameOf(program), program]])
  return {
    name: 'source-addresses',
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
      // The rewriting adds and removes no line, so the lines of the source map stay right.
      return { code: all, map: null }
    },
  }
}

/** Files of earlier builds are kept for this time, ms: a server that was started from them may import some of them later. */
const KEPT_MS = 7 * 86_400_000

/** Writes the bundle of `program`, and of the programs that it starts, into the folder `out`, with source maps. */
export const bundleProgram = async (program: string, out: string): Promise<void> => {
  const bundle = await rolldown({
    input: { [nameOf(program)]: program },
    platform: 'node',
    external: (id) => !isOurs(id),
    plugins: [sourceAddresses(program, out)],
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
