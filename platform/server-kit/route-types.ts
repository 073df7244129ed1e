import type { Text } from '@lamplight/kit'
import type { TSchema } from 'typebox'
import type { Returns } from './answer-schema.ts'
import type { Ctx } from './context-types.ts'
import type { CallExample } from './examples.ts'

/** A call written by hand. Schemas are JSON Schema (TypeBox); what the handler returns becomes `data` of the envelope. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whole path from `/api`; parameters as `{id}`. */
  readonly path: string
  readonly summary: Text
  /** A permission code, `public`, or `signed-in`. */
  readonly permission: string
  /** Permissions that open the call as well: the handler, or the page that calls it, tells them apart. */
  readonly orPermissions?: readonly string[]
  readonly query?: object
  readonly body?: object
  readonly params?: object
  /** `multipart`: the handler reads `files`. */
  readonly consumes?: 'json' | 'multipart' | 'form'
  /** `raw`: the handler's answer is sent as it is (binary, flat token answer). */
  readonly answers?: 'envelope' | 'raw'
  /** What is sent when all is well: a schema of `data`, or what stands in its place (`A`). The contract tests hold every answer against it. */
  readonly returns: Returns | TSchema
  /** A call that is done, for the API document; every call with a body or a required parameter has one. */
  readonly example?: CallExample
  readonly handler: (given: RouteInput) => Promise<unknown>
  /** The schemas are published only: the handler checks by the fields of its resource. */
  readonly checksItself?: boolean
  /** Largest body in bytes; 2 MiB unless told. */
  readonly bodyLimit?: number
}

export interface RouteInput {
  readonly ctx: Ctx
  /** Validated and coerced values. */
  readonly query: Record<string, unknown>
  readonly body: unknown
  readonly params: Record<string, string>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme and host of this server as people reach it: `PUBLIC_URL`, else those of the request. No slash at the end. */
  readonly origin: string
  /** Multipart: each file in turn; reading stops at the limit with 413. */
  readonly files: () => AsyncIterable<{ name: string; field: string; stream: AsyncIterable<Uint8Array> }>
  readonly fields: () => Record<string, string>
  /** For `raw` answers. */
  readonly reply: { status: (code: number) => void; header: (name: string, value: string) => void }
}
