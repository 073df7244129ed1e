// Plain JavaScript: it runs on Node 20 before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const modules = join(root, 'node_modules')
const stamp = join(modules, '.lamplight-stamp')
export const WINDOWS = process.platform === 'win32'
/** Node from this version on runs TypeScript files directly. */
const WANTED = 24

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

/** Runs npm with the machine's own Node, without the variables that an outer npm set for its script. */
const npm = (args, { cwd = root, quiet = false } = {}) => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(lifecycle|package|command|execpath|node_execpath|config_local_prefix)/.test(name),
    ),
  )
  env.PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.replaceAll('\\', '/').endsWith('node_modules/.bin'))
    .join(delimiter)
  return spawnSync('npm', args, { cwd, env, stdio: ['ignore', 'inherit', quiet ? 'ignore' : 'inherit'], shell: WINDOWS }).status === 0
}

const meant = (wanted, actual) => !wanted || wanted.includes(actual)

/** True if every package of the lock file that is meant for this machine is installed in its version. */
const fitsLock = () =>
  Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || entry.optional || entry.devOptional) return true
    if (!meant(entry.os, process.platform) || !meant(entry.cpu, process.arch)) return true
    const file = join(root, path, 'package.json')
    return existsSync(file) && readJson(file).version === entry.version
  })

/** Links our own packages into node_modules where a link is missing, for example for a package that came with the last pull. */
const linkWorkspaces = () => {
  for (const group of ['platform', 'domains', 'apps'])
    for (const name of readdirSync(join(root, group))) {
      const file = join(root, group, name, 'package.json')
      if (!existsSync(file)) continue
      const link = join(modules, ...readJson(file).name.split('/'))
      if (existsSync(link)) continue
      mkdirSync(dirname(link), { recursive: true })
      if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link)
      symlinkSync(WINDOWS ? join(root, group, name) : relative(dirname(link), join(root, group, name)), link, 'junction')
    }
}

const ensurePackages = () => {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!fitsLock()) {
    console.log('Installing packages …')
    const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const done = npm(['ci', ...flags], { quiet: true }) || npm(['install', '--no-save', ...flags])
    if (!done) throw new Error('npm could not install the packages: its reason stands above')
  }
  writeFileSync(stamp, hash)
}

const works = (node) => existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${WANTED}.`)

/**
 * Returns the path of a Node that is new enough: of this process, else of the npm package `node`. If npm did not run that package's install
 * script, its binary package is installed here. Throws if that fails.
 */
const ensureNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return process.execPath
  const folder = join(modules, 'node')
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${WINDOWS ? 'win' : process.platform}-${process.arch}`
  const program = join('bin', WINDOWS ? 'node.exe' : 'node')
  const found = () => [folder, join(folder, 'node_modules', name), join(modules, name)].map((place) => join(place, program)).find(works)
  const present = found()
  if (present) return present
  const { version } = readJson(join(folder, 'package.json'))
  npm(['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], { cwd: folder })
  const brought = found()
  if (brought) return brought
  throw new Error(
    `Node ${WANTED} could not be installed as an npm package: install Node ${WANTED} or newer on this machine and start again`,
  )
}

/** Installs what is missing or differs from package-lock.json. Returns the path of the Node to use. */
export const bootstrap = () => {
  ensurePackages()
  linkWorkspaces()
  return ensureNode()
}
