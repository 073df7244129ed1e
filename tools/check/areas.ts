/** Where code runs: in both, on the server, in the browser; `tool`: code outside the product. */
export type Layer = 'isomorphic' | 'server' | 'console' | 'tool'

export interface Area {
  readonly layer: Layer
  /** Folder of the package (`domains/control`); for a tool its first folder. */
  readonly home: string
  /** Name of the slice if the file belongs to one. */
  readonly slice?: string
}

/** Layer of each package of the platform. A new package must be added here. */
const PLATFORM: Readonly<Record<string, Layer>> = {
  kit: 'isomorphic',
  protocol: 'isomorphic',
  'lamp-packet': 'isomorphic',
  calendar: 'isomorphic',
  town: 'isomorphic',
  'server-kit': 'server',
  postgres: 'server',
  testing: 'server',
  'virtual-city': 'server',
  'console-kit': 'console',
  inventory: 'server',
}
/** Files of a server package that the browser uses too: types and texts, without Node. */
const SHAPES = new Set(['light-sources', 'model', 'tidy'].map((name) => `platform/inventory/${name}.ts`))
/** Files that run while the console is built and are not part of it. */
const BUILD = /(^|\/)(vite|vitest)\.config\.ts$|^apps\/console\/(budget|precompress)\.ts$/
const APPS: Readonly<Record<string, Layer>> = { server: 'server', simulator: 'server', console: 'console' }
const PARTS: Readonly<Record<string, Layer>> = {
  model: 'isomorphic',
  server: 'server',
  console: 'console',
  play: 'server',
  testing: 'tool',
  'domain.ts': 'isomorphic',
}

/** Layer of a file in platform/fields: models and file inspection run everywhere, column files on the server, all others in the browser. */
const fieldsLayer = (path: string): Layer =>
  /\/(model|type|wire-row|index|file-content|file\/(content|content-fault|forms))(\.test)?\.ts$/.test(path)
    ? 'isomorphic'
    : /\/column(-type)?(\.test)?\.ts$/.test(path)
      ? 'server'
      : 'console'

/** Returns the area of a file; undefined if the repository's layout has no place for it. */
export const areaOf = (path: string): Area | undefined => {
  const [top, name = '', part = ''] = path.split('/')
  const home = `${top}/${name}`
  if (BUILD.test(path)) return { layer: 'tool', home }
  if (top === 'platform') {
    const layer = name === 'fields' ? fieldsLayer(path) : SHAPES.has(path) ? 'isomorphic' : PLATFORM[name]
    return layer && { layer, home }
  }
  if (top === 'domains') {
    const layer = PARTS[part]
    return layer && { layer, home, slice: name }
  }
  if (top === 'apps') return APPS[name] && { layer: APPS[name], home }
  return { layer: 'tool', home: top! }
}
