// Plain JavaScript: it runs on Node 20 before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prune, UNREAD, UNREAD_BY_START } from './prune.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const modules = join(root, 'node_modules')
export const WINDOWS = process.platform === 'win32'
/** Folders of our own packages. */
export const GROUPS = ['platform', 'domains', 'apps']

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Runs npm with the machine's own Node, without the variables that an outer npm set for its script. */
export const npm = (args, { cwd = root, quiet = false } = {}) => {
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

/** Packages for `npm start` and other programs of a running installation, or also those of tests, checks and tools. */
export const SETS = ['start', 'test']

const stamp = join(modules, '.lamplight-stamp')
const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
/** The lock and the rules of removal for which packages are installed. */
const wantedHashes = () => ({
  lock: hashOf(readFileSync(join(root, 'package-lock.json')), `${process.platform} ${process.arch}`),
  rules: hashOf(readFileSync(join(root, 'tools', 'prune.mjs'))),
})
/** What was installed last; empty if unknown. */
const readStamp = () => {
  const [lock, set, rules] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  return { lock, set, rules }
}
const writeStamp = (folder, set, { lock, rules }) => {
  const file = join(folder, '.lamplight-stamp')
  rmSync(file, { force: true })
  writeFileSync(file, `${lock} ${set} ${rules}`)
}

const meant = (wanted, actual) => !wanted || wanted.includes(actual)

/** Returns the packages of a lock that belong to a set and must be present on this machine. */
export const packagesOf = (lock, set) =>
  Object.entries(lock.packages).filter(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) return false
    if (set === 'start' && entry.dev) return false
    return meant(entry.os, process.platform) && meant(entry.cpu, process.arch)
  })

const fitsLock = (set) =>
  packagesOf(readJson(join(root, 'package-lock.json')), set).every(([path, entry]) => {
    const file = join(root, path, 'package.json')
    return existsSync(file) && readJson(file).version === entry.version
  })

/** True if `had` has everything of `asked`. */
const contains = (had, asked) => had === asked || had === 'test'

/** Puts a folder of packages, if there is one, in the place of the present one; returns false if the system refuses it, for example because it is a mount. */
const takePlace = (made, place, before) => {
  try {
    if (existsSync(place)) renameSync(place, before)
    if (existsSync(made)) renameSync(made, place)
    return true
  } catch {
    if (!existsSync(place) && existsSync(before)) renameSync(before, place)
    return false
  }
}

/**
 * Installs a set beside the present packages and then takes their place: a server that is running keeps its packages meanwhile, and an installation
 * that fails or is interrupted changes nothing.
 */
const installBeside = (set, flags, wanted) => {
  const beside = join(root, `.install-${process.pid}`)
  const copy = (...path) => {
    mkdirSync(dirname(join(beside, ...path)), { recursive: true })
    copyFileSync(join(root, ...path), join(beside, ...path))
  }
  try {
    for (const name of ['package.json', 'package-lock.json']) copy(name)
    const own = GROUPS.flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name))).filter((folder) =>
      existsSync(join(root, folder, 'package.json')),
    )
    for (const folder of own) copy(folder, 'package.json')
    if (!npm(['ci', ...flags], { cwd: beside, quiet: true })) return false
    const made = join(beside, 'node_modules')
    prune(made, set === 'start' ? [...UNREAD, ...UNREAD_BY_START] : UNREAD)
    // npm gives one of our packages a folder of its own for a package of which the others use another version.
    const folders = own.map((folder) => join(folder, 'node_modules'))
    writeStamp(made, set, wanted)
    // Another start may have installed more meanwhile.
    const other = readStamp()
    if (other.lock === wanted.lock && contains(other.set, set)) return true
    // The folder with the stamp comes last.
    return [...folders, 'node_modules'].every((folder, n) =>
      takePlace(join(beside, folder), join(root, folder), join(beside, `before-${n}`)),
    )
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** Installs a set if it is missing or differs from package-lock.json. Packages of tests that are installed stay: `npm start` does not remove them. */
export const ensurePackages = (asked) => {
  const wanted = wantedHashes()
  const had = readStamp()
  const isKnown = SETS.includes(had.set)
  const set = contains(had.set, asked) ? had.set : asked
  if (had.set === set && had.lock === wanted.lock && had.rules === wanted.rules) return
  if (!isKnown && fitsLock('test')) return writeStamp(modules, 'test', wanted)
  if ((!isKnown || (had.set === set && had.rules === wanted.rules)) && fitsLock(set)) return writeStamp(modules, set, wanted)
  console.log(set === 'test' && had.set === 'start' ? 'Installing packages of tests and tools …' : 'Installing packages …')
  const flags = [set === 'start' ? '--omit=dev' : '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  if (installBeside(set, flags, wanted)) return
  if (!npm(['install', '--no-save', ...flags])) throw new Error('npm could not install the packages: its reason stands above')
  writeStamp(modules, set, wanted)
}
