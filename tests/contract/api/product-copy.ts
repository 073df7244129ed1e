import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')
const OURS = '@lamplight'
const KEPT = [
  'platform',
  'domains',
  'apps',
  'db',
  'tools',
  'tests',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'biome.json',
]
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', 'e2e', 'images'])

export interface ProductCopy {
  readonly folder: string
  readonly place: (files: Iterable<readonly [path: string, text: string]>) => Promise<void>
  /** Runs a Node program in the copy; returns its exit code and output. */
  readonly run: (program: string, args: readonly string[]) => Promise<{ code: number | null; output: string }>
  readonly remove: () => Promise<void>
}

/** Links the libraries, and our own packages so that they point into the copy. */
const linkModules = async (folder: string): Promise<void> => {
  const from = join(root, 'node_modules')
  const to = join(folder, 'node_modules')
  await mkdir(join(to, OURS), { recursive: true })
  for (const name of await readdir(from)) if (name !== OURS && !name.startsWith('.')) await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, OURS))) await symlink(await readlink(join(from, OURS, name)), join(to, OURS, name))
}

/** Creates a copy of this repository; tests put files into it and run its checks. */
export const copyProduct = async (): Promise<ProductCopy> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-copy-'))
  for (const name of KEPT)
    await cp(join(root, name), join(folder, name), { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) })
  await linkModules(folder)
  return {
    folder,
    place: async (files) => {
      for (const [path, text] of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text, { flag: 'wx' })
      }
    },
    run: (program, args) =>
      new Promise((done, failed) => {
        const env = Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|NODE_V8|TEST$|TEST_C)/.test(name)),
        )
        const child = spawn(process.execPath, [program, ...args], {
          cwd: folder,
          env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (part: Buffer) => {
            output = `${output}${part}`.slice(-8000)
          })
        child.on('error', failed)
        child.on('close', (code) => done({ code, output }))
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
