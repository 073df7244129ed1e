import type { Text } from '@lamplight/kit'
import type { TSchema } from 'typebox'
import type { Ctx } from '../context-types.ts'
import type { Returns } from './answer-schema.ts'
import type { CallExample } from './examples.ts'

/** A hand-written call. Schemas are JSON Schema (TypeBox); the handler's result becomes `data` of the envelope. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whole path from `/api`, with parameters as `{id}`. */
  readonly path: string
  readonly summary: Text
  /** A permission code, `public`, or `signed-in`. */
  readonly permission: string
  /** Other permissions that also allow the call; the handler, or the page that uses it, checks which one the user has. */
  readonly orPermissions?: readonly string[]
  /** Throws if the user may not call it, where that depends on more than a fixed right. It runs before the input is checked. */
  readonly refuses?: (ctx: Ctx) => void
  readonly query?: object
  readonly body?: object
  readonly params?: object
  /** `multipart`: the handler reads `files`. */
  readonly consumes?: 'json' | 'multipart' | 'form'
  /** `raw`: the handler's result is sent unchanged (binary data, flat token response). */
  readonly answers?: 'envelope' | 'raw'
  /** Schema of `data` in a successful response, or another kind of response (`A`). The contract tests check every response against it. */
  readonly returns: Returns | TSchema
  /** Example of a successful call for the API document; required for every call with a body or a required parameter. */
  readonly example?: CallExample
  readonly handler: (input: RouteInput) => Promise<unknown>
  /** True: the schemas are only documentation; the handler checks the input by the fields of its resource. */
  readonly checksItself?: boolean
  /** Multipart: largest file in bytes; 64 MiB by default. */
  readonly fileLimit?: number
  /** Largest body in bytes; 2 MiB by default. */
  readonly bodyLimit?: number
  /** `text` has the JSON body as it was sent, so that the handler can check its signature. */
  readonly keepsText?: true
  /** `refused`: the API log stores only calls that were refused or failed. For calls that machines send all the time and whose content is stored elsewhere. */
  readonly logs?: 'refused'
}

export interface RouteInput {
  readonly ctx: Ctx
  /** Validated and coerced values. */
  readonly query: Record<string, unknown>
  readonly body: unknown
  /** The JSON body as it was sent, on routes with `keepsText`; empty on others. */
  readonly text: string
  readonly params: Record<string, string>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme and host of this server as users see it: `PUBLIC_URL`, else those of the request. Without a slash at the end. */
  readonly origin: string
  /** Yields the files of a multipart request in turn; a file above the limit throws 413. */
  readonly files: () => AsyncIterable<{ name: string; field: string; stream: AsyncIterable<Uint8Array> }>
  readonly fields: () => Record<string, string>
  /** Sets status and headers of a `raw` response. */
  readonly reply: { status: (code: number) => void; header: (name: string, value: string) => void }
}
