// Plain JavaScript: it runs on Node 20 before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ensurePackages, GROUPS, modules, npm, readJson, root, WINDOWS } from './packages.mjs'
import { prune, UNREAD } from './prune.mjs'

export { modules, root, WINDOWS }

/** Node from this version on runs TypeScript files directly. */
const WANTED = 24

/** Links our own packages into node_modules where a link is missing, for example for a package that came with the last pull. */
const linkWorkspaces = () => {
  for (const group of GROUPS)
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
  prune(folder, UNREAD)
  const brought = found()
  if (brought) return brought
  throw new Error(
    `Node ${WANTED} could not be installed as an npm package: install Node ${WANTED} or newer on this machine and start again`,
  )
}

/**
 * Installs what is missing or differs from package-lock.json: the packages of a running installation (`start`), or also those of tests and tools
 * (`test`). Returns the path of the Node to use.
 */
export const bootstrap = (set) => {
  ensurePackages(set)
  linkWorkspaces()
  return ensureNode()
}
