import { type CallDefinition, permissionOf, type ResourceDefinition, type Verb } from '@lamplight/kit'

const LISTS: readonly Verb[] = ['page', 'list', 'select']
const DETAILS: readonly Verb[] = ['detail', 'get']
const ADDS: readonly Verb[] = ['submit', 'save', 'create']
const EDITS: readonly Verb[] = ['submit', 'update', 'put']
const REMOVES: readonly Verb[] = ['remove', 'delete']
const first = (resource: ResourceDefinition, verbs: readonly Verb[]): Verb | undefined =>
  verbs.find((verb) => resource.api.verbs.includes(verb))

/** Returns a declared call (`api.calls`) for one of these verbs that works for any row, at an address without parameters. */
const declared = (resource: ResourceDefinition, verbs: readonly Verb[]): { verb: Verb; method: string; path: string } | undefined => {
  for (const [address, { verb, fixed, names }] of Object.entries<CallDefinition>(resource.api.calls ?? {})) {
    const [method = '', path = ''] = address.split(' ')
    if (verb && verb !== 'export' && verbs.includes(verb) && !path.includes('{') && !fixed && !names) return { verb, method, path }
  }
  return undefined
}

export const isTree = (resource: ResourceDefinition): boolean => resource.list?.tree !== undefined

/** Path of the list call: the paged one if it exists; a tree has only its list. A listing may have it at another address only. */
export const listPath = (resource: ResourceDefinition): string => {
  const verb = isTree(resource) ? 'list' : first(resource, LISTS)
  return (verb ? undefined : declared(resource, LISTS)?.path) ?? `${resource.api.base}/${verb ?? 'list'}`
}

/** Path and query of the detail call; null if the resource has none. */
export const detailCall = (resource: ResourceDefinition, id: string): { path: string; query: Record<string, string> } | null => {
  const verb = first(resource, DETAILS)
  const other = verb ? undefined : declared(resource, DETAILS)
  if (other) return { path: other.path, query: { id } }
  if (!verb) return null
  return verb === 'get' ? { path: `${resource.api.base}/${id}`, query: {} } : { path: `${resource.api.base}/detail`, query: { id } }
}

/** The call that writes a row, with its permission; null if users cannot add or change rows. */
export const writeCall = (
  resource: ResourceDefinition,
  isNew: boolean,
): { method: 'post' | 'put'; path: string; permission: string } | null => {
  const verb = first(resource, isNew ? ADDS : EDITS)
  const other = verb ? undefined : declared(resource, isNew ? ADDS : EDITS)
  if (other)
    return { method: other.method === 'PUT' ? 'put' : 'post', path: other.path, permission: permissionOf(resource, other.verb, isNew) }
  if (!verb) return null
  const bare = verb === 'create' || verb === 'put'
  return {
    method: verb === 'put' ? 'put' : 'post',
    path: bare ? resource.api.base : `${resource.api.base}/${verb}`,
    permission: permissionOf(resource, verb, isNew),
  }
}
export const removeCall = (resource: ResourceDefinition): { method: 'post' | 'delete'; path: string; permission: string } | null => {
  const verb = first(resource, REMOVES)
  const other = verb ? undefined : declared(resource, REMOVES)
  if (other)
    return { method: other.method === 'DELETE' ? 'delete' : 'post', path: other.path, permission: permissionOf(resource, other.verb) }
  if (!verb) return null
  return {
    method: verb === 'delete' ? 'delete' : 'post',
    path: verb === 'delete' ? resource.api.base : `${resource.api.base}/remove`,
    permission: permissionOf(resource, verb),
  }
}
/**
 * Returns the call for a transition of `ids`: the call for one row if it exists and there is one id, else the call for several. `fieldOf` returns the
 * value of a field of a row, for calls that select the row by a unique field (`by`).
 */
export const transitionCall = (
  { api, lifecycle }: ResourceDefinition,
  name: string,
  ids: readonly string[],
  fieldOf?: (id: string, field: string) => unknown,
): { method: 'post' | 'put'; path: string; body: Readonly<Record<string, unknown>> } => {
  const { one, many } = lifecycle?.transitions[name] ?? {}
  const single = one !== undefined && ids.length === 1
  const call = single ? one : (many ?? one)
  if (!call) throw new Error(`the transition ${name} has no call`)
  const path = call.path.startsWith('/') ? call.path.slice(1) : `${api.base}/${call.path}`
  const [id = ''] = ids
  const named = call === many ? { [call.key ?? 'ids']: ids } : { [call.key ?? 'id']: call.by ? fieldOf?.(id, call.by) : id }
  return { method: call.method === 'PUT' ? 'put' : 'post', path, body: { ...named, ...call.with } }
}
export const actionPath = (resource: ResourceDefinition, name: string): string =>
  `${resource.api.base}/${resource.actions?.[name]?.path ?? name}`
