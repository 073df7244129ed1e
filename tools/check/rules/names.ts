import { areaOf } from '../areas.ts'
import { packageEntriesOf } from '../imports.ts'
import type { Report, Rule, SourceFile } from '../tree.ts'
import { sliceOf } from './boundaries.ts'

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const DRAWERS = /^(utils?|helpers?|common|misc|shared|stuff|lib)\./

/** Allowed role suffixes of file names, for each part of a slice. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  model: ['resource', 'listing', 'device', 'family', 'delivery', 'lifecycle', 'report', 'source', 'errors'],
  server: ['server', 'port', 'handler', 'task'],
  console: ['console', 'page', 'dialog', 'messages'],
  play: ['play'],
  testing: ['rows'],
}
/** Pattern of a declaring call → role suffix of the files that may contain it. */
const DECLARED: readonly (readonly [call: string, role: string])[] = [
  ['define(?:Device)?Resource', 'resource'],
  ['defineDeviceType', 'device'],
  ['defineParamFamily', 'family'],
  ['defineDelivery', 'delivery'],
  ['defineLifecycle', 'lifecycle'],
  ['defineListing', 'listing'],
  ['defineReport', 'report'],
  ['defineReportSource', 'source'],
  ['defineErrors', 'errors'],
]
/** Roles whose files may also contain plain data instead of the declaring call. */
const BY_HAND = new Set(['lifecycle', 'family'])
const WITH_JSX = new Set(['console', 'page', 'dialog'])

const reportRole = (file: SourceFile, report: Report): void => {
  const [, , part = '', ...rest] = file.path.split('/')
  const name = rest.at(-1)
  if (!name) {
    if (!['domain.ts', 'README.md', 'package.json'].includes(part))
      report(file, 0, 'a slice holds domain.ts, README.md and the folders model, server, console, play, testing')
    return
  }
  const roles = ROLES[part]
  if (!roles) {
    report(file, 0, 'the parts of a slice are model, server, console, play and testing')
    return
  }
  if (/\.css$/.test(name) && part === 'console') return
  const [, suffix = '', extension = ''] = /^[^.]+((?:\.[^.]+)*)\.(\w+)$/.exec(name) ?? []
  const role = suffix.replace(/\.test$/, '').slice(1)
  const test = suffix.endsWith('.test')
  if (role && !test && !roles.includes(role))
    report(file, 0, `.${role} is not a role of ${part}: ${roles.map((each) => `.${each}`).join(' ')}`)
  if (extension === 'tsx' && part !== 'console') report(file, 0, 'only the console has .tsx')
  if (!test && part === 'console' && WITH_JSX.has(role) && extension !== 'tsx') report(file, 0, `.${role} files are .tsx`)
  if (name.startsWith('use-') && extension !== 'ts') report(file, 0, 'a use- file holds logic: .ts, the markup goes to a .tsx')
}

const reportDeclared = (file: SourceFile, report: Report): void => {
  for (const [pattern, role] of DECLARED) {
    const at = new RegExp(`(?<![\\w.])${pattern}\\(`).exec(file.scan.code)?.index
    const call = pattern.replace('(?:Device)?', '')
    const named = new RegExp(`\\.${role}\\.ts$`).test(file.path)
    if (at !== undefined && !named) report(file, at, `${call} belongs in a .${role}.ts file`)
    if (at === undefined && named && !BY_HAND.has(role)) report(file, 0, `a .${role}.ts file holds ${call}`)
  }
}

/** File names are kebab-case with a role suffix from the fixed list; declarations are in files of their role. */
export const roles: Rule = {
  name: 'file name',
  check(tree, report) {
    for (const file of tree.files) {
      const name = file.path.split('/').at(-1)!
      if (!KEBAB.test(name) && /\.(ts|tsx|mjs|css)$/.test(name)) report(file, 0, `${name} is not kebab-case`)
      if (DRAWERS.test(name)) report(file, 0, 'name the file after its task, not utils/helpers')
      if (!file.path.startsWith('domains/')) continue
      reportRole(file, report)
      if (/\/model\/.*\.ts$/.test(file.path) && !/\.test\.ts$/.test(file.path)) reportDeclared(file, report)
    }
  },
}

/** index.ts exists only where package.json exports it. */
export const packageExports: Rule = {
  name: 'package exports',
  check(tree, report) {
    const open = packageEntriesOf(tree)
    for (const file of tree.sources)
      if (/(^|\/)index\.tsx?$/.test(file.path) && !open.has(file.path))
        report(file, 0, 'index.ts is for what a package exports (exports in package.json)')
  },
}

const LONGEST_README = 60

/** Every slice has a README.md of at most sixty lines, and a domain.ts. */
export const papers: Rule = {
  name: 'slice papers',
  check(tree, report) {
    const homes = new Map<string, SourceFile>()
    for (const file of tree.files) {
      const name = /^domains\/([^/]+)\//.exec(file.path)?.[1]
      if (name && !homes.has(name)) homes.set(name, file)
    }
    for (const [name, first] of homes) {
      const readme = tree.get(`domains/${name}/README.md`)
      const domain = tree.get(`domains/${name}/domain.ts`)
      if (!readme) report(first, 0, `domains/${name}/README.md is missing`)
      else if (readme.text.trimEnd().split('\n').length > LONGEST_README) report(readme, 0, `longer than ${LONGEST_README} lines`)
      if (!domain) report(first, 0, `domains/${name}/domain.ts is missing`)
      else if (sliceOf(domain.text).name !== name) report(domain, 0, `its name is not ${name}`)
    }
  },
}

const MOST_FILES = 40

/** No folder holds more than 40 files of code: what belongs together gets a folder of its own. */
export const rooms: Rule = {
  name: 'room',
  check(tree, report) {
    for (const [folder, files] of Map.groupBy(tree.sources, ({ path }) => path.slice(0, path.lastIndexOf('/'))))
      if (files.length > MOST_FILES)
        report(files[0]!, 0, `${folder} holds ${files.length} files, more than ${MOST_FILES}: give a topic a folder`)
  },
}

const LONGEST = 400

/** Generated files. They have a line for each page and resource. */
const GENERATED = ['apps/console/slice-index.ts', 'apps/console/slice-labels.ts']

/** No file is longer than 400 lines, except the generated ones. */
export const size: Rule = {
  name: 'size',
  check(tree, report) {
    for (const file of tree.files) {
      if (!/\.(ts|tsx|mjs|css)$/.test(file.path) || GENERATED.includes(file.path)) continue
      const lines = file.text.trimEnd().split('\n').length
      if (lines > LONGEST) report(file, 0, `${lines} lines: more than ${LONGEST}`)
    }
  },
}

const DEFAULT_EXPORT = /(?<![\w.])export\s+default\b|(?<![\w.])as\s+default\b/g

/** Requires named exports. Tools read default exports from configurations and test reporters, so these files are exempt. */
export const exports: Rule = {
  name: 'named exports',
  check(tree, report) {
    for (const file of tree.sources) {
      const isConfig = /\.(config|reporter)\.ts$/.test(file.path) && areaOf(file.path)?.layer === 'tool'
      if (isConfig || file.path.endsWith('.d.ts')) continue
      for (const { index } of file.scan.code.matchAll(DEFAULT_EXPORT)) report(file, index, 'export it by name')
    }
  },
}
