import { type Field, type Fields, type ParamFamilyDefinition, type ResourceDefinition, reportCalls } from '@lamplight/kit'
import { ofRun } from '@lamplight/testing'
import { slices } from '../../../apps/server/slices.ts'
import type { RouteRow } from './router.ts'

const sliceOfName = (name: string): string => name.split('.')[0] ?? ''
const ofSlices = new Map(slices.flatMap(({ domain, routes = [] }) => routes.map((route) => [route, domain.name] as const)))

/** Returns the options of fields that change what the kit generates. */
const optionsOf = ({ options }: Field): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === true || ['from', 'when', 'wire', 'otherwise'].includes(name) ? [name] : []))

const fieldWords = ({ fields }: { readonly fields: Fields }): string[] =>
  Object.values(fields).flatMap((field) => [`field ${field.kind}`, ...optionsOf(field).map((option) => `${field.kind} ${option}`)])

/** Returns the words of the kit from which a resource's behaviour is generated. */
export const wordsOfResource = (resource: ResourceDefinition): string[] => [
  `scope ${resource.scope}`,
  ...resource.api.verbs.map((verb) => `verb ${verb}`),
  ...fieldWords(resource),
  ...Object.keys(resource.list ?? {}).map((name) => `list ${name}`),
  ...Object.keys(resource.form ?? {}).map((name) => `form ${name}`),
  ...Object.keys(resource.io ?? {}).map((name) => `io ${name}`),
  ...Object.values(resource.actions ?? {}).flatMap((action) => Object.keys(action).map((name) => `action ${name}`)),
  ...(['device', 'shows', 'lifecycle', 'keyword', 'title'] as const).flatMap((name) => (resource[name] === undefined ? [] : [name])),
]

const LISTS: readonly string[] = ['list', 'page', 'lazy', 'tree', 'select']
const WRITES: readonly string[] = ['submit', 'save', 'create', 'update', 'put']

const keysOf = (definition: object): string[] => Object.keys(definition).filter((key) => !['name', 'label', 'about', 'code'].includes(key))

/** Words of the calls of a parameter family, by path. */
const callsOfFamily = (family: ParamFamilyDefinition): (readonly [path: string, words: readonly string[]])[] => {
  const { ops, call, calls = {}, data } = family
  const at = (path: string, does: string, more: readonly string[] = []) => [`/api/${path}`, [`family ${does}`, ...more]] as const
  const own = ['batch', 'group'].flatMap((target) =>
    ops.flatMap((op) => {
      const words = [...keysOf(family), ...(op === 'set' ? fieldWords(family) : [])].map((word) => `family ${op} ${word}`)
      const path = `blade-city/controller/${target}/${op}/${call}`
      return call ? [at(path, `${target} ${op}`, words), at(`${path}/message`, `${target} ${op} message`)] : []
    }),
  )
  const elsewhere = Object.entries(calls).map(([address, to]) =>
    at(
      address.split(' ')[1] ?? '',
      `call ${to.op} ${to.target}`,
      keysOf(to).map((key) => `family call ${key}`),
    ),
  )
  const read = Object.entries(data ?? {}).flatMap(([name, path]) =>
    name === 'list' ? ['list', 'page'].map((end) => at(path.replace(/(list|page)$/, end), `data ${end}`)) : [at(path, `data ${name}`)],
  )
  return [...own, ...elsewhere, ...read]
}
/** Words of the calls that parameter families and reports declare, by path. */
const DECLARED: ReadonlyMap<string, readonly string[]> = new Map(
  slices.flatMap(({ families = [], reports = [] }) => [
    ...families.flatMap(callsOfFamily),
    ...reports.flatMap((report) =>
      reportCalls(report).map(
        ({ path, answers, ...more }) =>
          [`/api/${path}`, [...keysOf(report), ...keysOf(more)].map((word) => `report ${answers} ${word}`)] as const,
      ),
    ),
  ]),
)

/** Returns the words of the kit from which a route is generated: what it does, for which scope, and with which fields; undefined if it is written by hand. */
export const wordsOfRoute = ({ follows, route }: RouteRow): readonly string[] | undefined => {
  if (!follows) return DECLARED.get(route.path)?.map((word) => `${route.method} ${word}`)
  const { resource, action, transition, sheet, verb } = follows
  const does = [
    verb ?? '',
    follows.exports ? 'export' : '',
    sheet ? `sheet ${sheet}` : '',
    follows.file ? `file ${follows.file}` : '',
    follows.validates ? 'validate' : '',
    action ? (transition ? 'transition' : 'action') : '',
    follows.by ? 'by' : '',
    follows.fixed ? 'fixed' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const own = `${route.method} ${does}${follows.declared ? ' declared' : ''}`
  const withFields = LISTS.includes(verb ?? '') || follows.exports || WRITES.includes(verb ?? '')
  const side = WRITES.includes(verb ?? '') ? 'write' : 'read'
  return [
    own,
    `${does} ${resource.scope}`,
    ...(action ? Object.keys(action).map((name) => `action ${name}`) : []),
    ...(action ? Object.values(action.input ?? {}).map(({ kind }) => `input ${kind}`) : []),
    ...(withFields ? fieldWords(resource).map((word) => `${side} ${word}`) : []),
  ]
}

/** The slice that a route belongs to. */
export const sliceOfRoute = ({ follows, route }: RouteRow): string =>
  follows ? sliceOfName(follows.resource.name) : (ofSlices.get(route) ?? '')

/** Returns the calls that a suite sends in this run. `url`: `import.meta.url` of the suite. */
export const callsOfRun = (rows: readonly RouteRow[], url: string): RouteRow[] => [
  ...ofRun(rows, { slice: sliceOfRoute, words: wordsOfRoute }, { url, what: 'calls' }),
]

/** Returns the resources that a suite tries in this run. */
export const resourcesOfRun = <T extends ResourceDefinition>(resources: readonly T[], url: string): readonly T[] =>
  ofRun(resources, { slice: ({ name }) => sliceOfName(name), words: wordsOfResource }, { url, what: 'resources' })
