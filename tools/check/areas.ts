/** Where code may run: everywhere, on the server, in the browser; `tool` is what stands around the product. */
export type Layer = 'isomorphic' | 'server' | 'console' | 'tool'

export interface Area {
  readonly layer: Layer
  /** Folder of the package (`domains/control`); of a tool its first folder. */
  readonly home: string
  /** Name of the slice when the file belongs to one. */
  readonly slice?: string
}

/** A new package of the platform is entered here with the layer it lives in. */
const PLATFORM: Readonly<Record<string, Layer>> = {
  kit: 'isomorphic',
  protocol: 'isomorphic',
  'lamp-packet': 'isomorphic',
  town: 'isomorphic',
  'server-kit': 'server',
  postgres: 'server',
  testing: 'server',
  'virtual-city': 'server',
  'console-kit': 'console',
  inventory: 'server',
}
/** Files of a server package that the browser sees too: shapes and words, without Node. */
const SHAPES = new Set(['light-sources', 'model', 'tidy'].map((name) => `platform/inventory/${name}.ts`))
/** What runs while the console is built, not in it. */
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

/** fields: the models and what inspects files run everywhere, the columns are SQL, all else is shown. */
const fieldsLayer = (path: string): Layer =>
  /\/(model|type|index|file-content|file\/(content|content-fault|forms))(\.test)?\.ts$/.test(path)
    ? 'isomorphic'
    : /\/column(-type)?(\.test)?\.ts$/.test(path)
      ? 'server'
      : 'console'

/** The area of a file; undefined when the house has no place for it. */
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
