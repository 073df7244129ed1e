// Plain JavaScript: it runs on Node 20 before anything is installed.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What packages carry that no program of this repository reads: paths below `node_modules`, and why. Removed after every installation, so that the
 * tests run without it too.
 */
export const UNREAD = [
  [/(^|\/)node-(bin-)?(linux|darwin|win)-\w+\/(include|share|CHANGELOG\.md)$/, 'C headers and manual of Node: no package is compiled'],
  [
    /^@expo-google-fonts\/noto-sans-sc\/(?!400Regular$|600SemiBold$)\d+\w+$/,
    'weights that no document uses (platform/server-kit/print/render.ts)',
  ],
  [/^(echarts|zrender)\/dist$/, 'bundles of all charts: the console imports single modules'],
  [/^pdfmake\/build$/, 'bundles for browsers: documents are made by the server'],
  [/^pdfkit\/\.yarn$/, 'tools of the authors'],
  [/^@base-ui\/react\/docs$/, 'documentation'],
  [/^@base-ui\/(react|utils)\/.*\.js$/, 'the same modules as CommonJS: builds and tests take the `.mjs` beside them'],
  [/^fastify\/(docs|test)$/, 'documentation and tests'],
  [/^world-atlas\/\w+-(10|110)m\.json$/, 'other scales: the server reads 1:50 million (platform/inventory/place)'],
]

/** What only type checks, debuggers and readers use. Removed from an installation for `npm start`, which has none of them. */
export const UNREAD_BY_START = [
  [/\.([cm]?tsx?|flow)$/, 'TypeScript: Node refuses it in packages, and builds read the JavaScript'],
  [/\.map$/, 'source maps'],
  [/^(?!.*(licen[cs]e|notice|copying|copyright)).*\.(md|markdown)$/i, 'documentation'],
  [/^react(-dom)?\/cjs\/.*\.(development|profiling)\.js$/, 'builds of React for development'],
  [/^(esbuild|@esbuild|jiti)$/, 'parts of Vite for configurations that we do not have'],
]

/**
 * Removes what the rules name below a `node_modules` folder, and folders that are empty then. Links are left: they lead to our own packages.
 */
export const prune = (modules, rules) => {
  /** Returns true if something is left in the folder. */
  const walk = (below) => {
    let left = false
    for (const entry of readdirSync(join(modules, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      const isRuled = !entry.isSymbolicLink() && rules.some(([form]) => form.test(path))
      if (isRuled || (entry.isDirectory() && !walk(path))) rmSync(join(modules, path), { recursive: true, force: true })
      else left = true
    }
    return left
  }
  walk('')
}
