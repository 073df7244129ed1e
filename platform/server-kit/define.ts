import { menuOf, type ResourceDefinition } from '@lamplight/kit'
import type { Static, TSchema } from 'typebox'
import type { Route, RouteInput } from './http/route-types.ts'
import type { ResourceServer, ServerImplementation, ServerSlice } from './slice-types.ts'

/** Attaches server behaviour to a resource. The type requires a handler for every declared action. */
export const onServer = <const D extends ResourceDefinition>(resource: D, implementation: ServerImplementation<D>): ResourceServer => ({
  resource,
  implementation: implementation as unknown as ServerImplementation<ResourceDefinition>,
})

/** Adds to a slice its resources that have no server code of their own, with their menu entries. */
export const withPlain = <S extends ServerSlice>(plain: readonly ResourceDefinition[], slice: S): S => ({
  ...slice,
  resources: [...(slice.resources ?? []), ...plain.map((resource) => onServer(resource, {}))],
  menu: [...(slice.menu ?? []), ...menuOf(plain)],
})

type HandlerInput<Q, B> = Omit<RouteInput, 'query' | 'body'> & {
  readonly query: Q extends TSchema ? Static<Q> : Record<string, unknown>
  readonly body: B extends TSchema ? Static<B> : unknown
}

/**
 * Defines a route by hand. `query` and `body` are TypeBox schemas: the server validates against
 * them, and the handler receives the inferred types.
 */
export const route = <Q extends TSchema | undefined = undefined, B extends TSchema | undefined = undefined>(
  definition: Omit<Route, 'query' | 'body' | 'handler'> & {
    readonly query?: Q
    readonly body?: B
    readonly handler: (input: HandlerInput<Q, B>) => Promise<unknown>
  },
): Route => definition as unknown as Route
