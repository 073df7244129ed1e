import { type ChoiceOptions, modelOf, type NumberOptions, type RefOptions } from '@lamplight/fields/model'
import type { Field, ResourceDefinition } from '@lamplight/kit'
import type { ResourceServer } from '@lamplight/server-kit'
import type { ApiClient } from '@lamplight/testing'

const CANDIDATES = [
  'password',
  '甲',
  'alpha',
  'Alpha1',
  '123456',
  '13812345678',
  'https://example.com/a',
  'a@example.com',
  'Asia/Shanghai',
  'SUN',
  '1990-01-02',
  '430100',
  'jdbc:postgresql://db.example.com:5432/source',
  'org.postgresql.Driver',
]
/** Values that only a row of the right kind has: the list that a report is about, and what that list knows. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'reports.report': { source: 'lighting.lamp', columns: 'name,power', filter: 'kind=2&descs=power' },
}
interface MenuNode {
  readonly id: string
  readonly code: string
  readonly children?: readonly MenuNode[]
}
let counter = 0

const textFor = (field: Field): string => {
  const model = modelOf(field)
  counter += 1
  const [words, name] = [`样例${counter}`, `Sample-${counter}`]
  const unique = [
    // What identifies a row is often written in Latin letters only.
    ...(field.options.unique ? [name, words] : [words, name]),
    `S${100000 + counter}`,
    String(900_000 + counter),
    `user_${counter}abc`,
    ...CANDIDATES,
  ]
  const found = unique.find((text) => model.check(text, field.options) === null)
  if (found === undefined) throw new Error(`no sample fits ${field.options.label[1]}`)
  return found
}

/** A good value of a field in its wire form; references are given ids of rows that exist. */
const wireValue = async (field: Field, refs: (to: string) => Promise<string | null>): Promise<Record<string, unknown> | null> => {
  const one = (value: unknown) => ({ value })
  switch (field.kind) {
    case 'text':
      return one(textFor(field))
    case 'secret':
      return one('Sample-secret-1')
    case 'int':
    case 'number':
      return one(Math.min((field.options as NumberOptions).max ?? 7, Math.max((field.options as NumberOptions).min ?? 0, 7)))
    case 'flag':
      return one(1)
    case 'choice':
      return one(Number(Object.keys((field.options as unknown as ChoiceOptions).values)[0]))
    case 'dict':
      return one('1')
    case 'time':
      return one('2030-01-02 03:04:05')
    case 'geo':
      return { longitude: '112.9', latitude: '28.2' }
    case 'ref':
    case 'refs': {
      const id = await refs((field.options as unknown as RefOptions).to)
      return id ? one(id) : null
    }
    default:
      throw new Error(`no sample of field type ${field.kind}`)
  }
}

export const writable = (resource: ResourceDefinition): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => !field.options.readonly && !field.options.from)

const verbPath = (resource: ResourceDefinition): { method: 'post'; path: string } | null => {
  const { base, verbs } = resource.api
  if (verbs.includes('submit')) return { method: 'post', path: `/api/${base}/submit` }
  if (verbs.includes('save')) return { method: 'post', path: `/api/${base}/save` }
  return verbs.includes('create') ? { method: 'post', path: `/api/${base}` } : null
}

export interface Samples {
  /** A body that the resource takes. */
  readonly body: (resource: ResourceDefinition) => Promise<Record<string, unknown>>
  /** Creates a row and answers its id. */
  readonly create: (resource: ResourceDefinition) => Promise<string>
  readonly addPath: (resource: ResourceDefinition) => string | null
}

export const createSamples = (client: ApiClient, resources: ReadonlyMap<string, ResourceServer>): Samples => {
  const made = new Map<string, string | null>()
  const refs = async (to: string): Promise<string | null> => {
    const target = resources.get(to)?.resource
    // Menus are the platform's; whoever is signed in may choose among the own.
    // The page is one whose rows people make: a data scope is taken nowhere else.
    if (to === 'system.menu' && !made.has(to)) {
      const tree = (await client.get<MenuNode[]>('/api/blade-system/menu/tree')).data
      const below = (node: MenuNode): MenuNode[] => [...(node.children ?? []).flatMap(below), node]
      const pages = tree.flatMap(below)
      made.set(to, (pages.find(({ code }) => code === 'post') ?? pages[0])?.id ?? null)
    }
    if (!made.has(to)) {
      made.set(to, null)
      made.set(to, target && verbPath(target) ? await create(target) : null)
    }
    return made.get(to) ?? null
  }
  const body: Samples['body'] = async (resource) => {
    const fixed = GIVEN[resource.name] ?? {}
    const given: Record<string, unknown> = { ...fixed }
    for (const [name, field] of writable(resource)) {
      if (name === 'parentId' || name in fixed) continue
      const value = await wireValue(field, refs)
      if (!value) continue
      if (field.kind === 'geo') Object.assign(given, value)
      else given[modelOf(field).wireNames(name, field.options)[0] as string] = value.value
    }
    return given
  }
  const create: Samples['create'] = async (resource) => {
    const path = verbPath(resource)?.path
    if (!path) throw new Error(`${resource.name} has no call that adds`)
    const answer = await client.post<{ id: string }>(path, await body(resource))
    if (answer.code !== 200) throw new Error(`adding ${resource.name} failed: ${answer.msg}`)
    return answer.data.id
  }
  return { body, create, addPath: (resource) => verbPath(resource)?.path ?? null }
}
