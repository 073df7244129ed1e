import { modelOf, type RefOptions } from '@lamplight/fields/model'
import type { Field, Fields, ResourceDefinition } from '@lamplight/kit'
import { exampleFields, type ResourceServer, writableFields } from '@lamplight/server-kit'
import type { ApiClient, SliceRows } from '@lamplight/testing'
import { SLICE_ROWS } from './slice-rows.ts'

interface MenuNode {
  readonly id: string
  readonly code: string
  readonly children?: readonly MenuNode[]
}
/** Number in the texts of samples; it starts above the numbers of the API examples, so that texts never collide. */
let counter = 100

const VALUES: NonNullable<SliceRows['values']> = Object.assign({}, ...SLICE_ROWS.map(({ values }) => values))

const verbPath = (resource: ResourceDefinition): { method: 'post'; path: string } | null => {
  const { base, verbs } = resource.api
  if (verbs.includes('submit')) return { method: 'post', path: `/api/${base}/submit` }
  if (verbs.includes('save')) return { method: 'post', path: `/api/${base}/save` }
  return verbs.includes('create') ? { method: 'post', path: `/api/${base}` } : null
}

export interface Samples {
  /** Returns a valid body for the resource. */
  readonly body: (resource: ResourceDefinition) => Promise<Record<string, unknown>>
  /** Creates a row, with `more` values in addition, and returns its id. */
  readonly create: (resource: ResourceDefinition, more?: Readonly<Record<string, unknown>>) => Promise<string>
  readonly addPath: (resource: ResourceDefinition) => string | null
}

/** `find` returns the row to refer to, by resource name; without it referenced rows are created. */
export const createSamples = (
  client: ApiClient,
  resources: ReadonlyMap<string, ResourceServer>,
  find?: (resource: string) => Promise<string | null>,
): Samples => {
  const made = new Map<string, string | null>()
  const refs = async (to: string): Promise<string | null> => {
    const target = resources.get(to)?.resource
    // Menus belong to the platform; a user may refer to visible ones.
    // It must be a page whose rows are created by users, because data scopes are refused for others.
    if (to === 'system.menu' && !made.has(to)) {
      const tree = (await client.get<MenuNode[]>('/api/blade-system/menu/tree')).data
      const below = (node: MenuNode): MenuNode[] => [...(node.children ?? []).flatMap(below), node]
      const pages = tree.flatMap(below)
      made.set(to, (pages.find(({ code }) => code === 'post') ?? pages[0])?.id ?? null)
    }
    if (!made.has(to)) {
      made.set(to, null)
      if (target && find) made.set(to, await find(to))
      else made.set(to, target && verbPath(target) ? await create(target) : null)
    }
    return made.get(to) ?? null
  }
  /** Fills the references in a list of small records with ids of existing rows. */
  const fillItems = async (field: Field, value: unknown): Promise<void> => {
    if (!Array.isArray(value)) return
    for (const [name, { kind, options }] of Object.entries((field.options as unknown as { item: Fields }).item))
      if (kind === 'ref') {
        const id = await refs((options as unknown as RefOptions).to)
        for (const item of value as Record<string, unknown>[]) item[name] = id
      }
  }
  const body: Samples['body'] = async (resource) => {
    counter += 1
    const example = exampleFields(resource, counter)
    for (const [name, field] of writableFields(resource)) {
      if (field.kind === 'items') await fillItems(field, example[field.options.wire ?? name])
      if (field.kind !== 'ref' && field.kind !== 'refs') continue
      const wire = modelOf(field).wireNames(name, field.options)[0] as string
      const { to } = field.options as unknown as RefOptions
      if (field.options.unique) made.delete(to)
      const id = wire in example ? await refs(to) : null
      if (id) example[wire] = id
      else delete example[wire]
    }
    return { ...example, ...(await VALUES[resource.name]?.(client)) }
  }
  const create: Samples['create'] = async (resource, more = {}) => {
    const path = verbPath(resource)?.path
    if (!path) throw new Error(`${resource.name} has no call that adds`)
    const answer = await client.post<{ id: string }>(path, { ...(await body(resource)), ...more })
    if (answer.code !== 200) throw new Error(`adding ${resource.name} failed: ${answer.msg}`)
    return answer.data.id
  }
  return { body, create, addPath: (resource) => verbPath(resource)?.path ?? null }
}
