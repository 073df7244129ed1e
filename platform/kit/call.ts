/**
 * Calls that a resource can have, in the wire dialect (wire-contract.md 2 and 4).
 * list, page: GET base/list|page · lazy: GET base/lazy-list · tree: GET base/tree · select: GET base/select
 * detail: GET base/detail?id · get: GET base/{id}
 * submit, save, update, remove: POST base/submit|save|update|remove · create, put, delete: POST, PUT, DELETE base
 */
export type Verb =
  | 'list'
  | 'page'
  | 'lazy'
  | 'tree'
  | 'select'
  | 'detail'
  | 'get'
  | 'submit'
  | 'save'
  | 'update'
  | 'remove'
  | 'create'
  | 'put'
  | 'delete'

/** Method and address of a call below `/api/`: `POST blade-city/lamp/source/save-update`. */
export type CallAddress = `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`

/** A call of an import by a sheet: base/import, and base/import/ followed by the step. */
export type ImportStep =
  | 'start'
  | 'upload'
  | 'run'
  | 'discard'
  | 'template'
  | 'record'
  | 'status'
  | 'failures'
  | 'failures/download'
  | 'undo'

/**
 * A call of the catalogue that does the work of a verb, the export or an action at another address, with other parameter names or for some of
 * the rows. It needs the permission of that verb or action. In the address, `{id}` is the id of the row. Any other parameter is a field
 * (`switchbox/{boxId}/airswitch`): the call lists, writes and removes only rows with that value.
 */
export type CallDefinition = {
  /** Field values: lists filter by them, new rows get them, other rows are not found. Lists also accept filters with a suffix (`state_ge`). */
  readonly fixed?: Readonly<Record<string, string | number | boolean>>
  /** Maps parameter names of the call to those of the verb: `{ controllerIds: 'ids' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Values of parameters of a list that a request does not name. */
  readonly usual?: Readonly<Record<string, string | number>>
  /** Required parameters of a list. */
  readonly needs?: readonly string[]
  /** Fields to which the call is limited: a detail answers only these and the id, an edit writes only these. */
  readonly fields?: readonly string[]
} & (
  | {
      readonly verb: Verb | 'export'
      /** The unique field that identifies the row of a `detail` instead of its id. */
      readonly by?: string
      readonly action?: undefined
    }
  | { readonly action: string; readonly verb?: undefined; readonly by?: undefined }
  /** Checks whether a value of this unique field is free, at another address than `base/validate_…`. */
  | { readonly validate: string; readonly action?: undefined; readonly verb?: undefined; readonly by?: undefined }
  /** Uploads a file for this field, at another address than `base/upload_…`. */
  | { readonly upload: string; readonly action?: undefined; readonly verb?: undefined; readonly by?: undefined }
  | { readonly import: ImportStep; readonly action?: undefined; readonly verb?: undefined; readonly by?: undefined }
)

const PARAMETER = /\{(\w+)\}/g
/** Fields named in the address of a call; `{id}` is not a field. */
export const parentsIn = (address: string): string[] =>
  [...address.matchAll(PARAMETER)].map((match) => match[1] as string).filter((name) => name !== 'id')

/**
 * The types of a call: method, path, query, body and answer. A route of the server carries them, and the client of the console is told the route
 * as a type: `api.get<typeof aiDeviceRoute>('blade-device/ai/device/page', { algorithm })`.
 */
export interface CallTypes<M extends string, P extends string, Q, B, A> {
  readonly method: M
  readonly path: P
  readonly query: Q
  readonly body: B
  readonly answer: A
}
