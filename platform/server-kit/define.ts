import { type CallTypes, type Listing, type ListingDefinition, type MenuItem, menuOf, type ResourceDefinition } from '@lamplight/kit'
import type { Static, TSchema } from 'typebox'
import type { AnswerOf, ReadonlyIn, Returns } from './http/answer-schema.ts'
import type { Route, RouteInput } from './http/route-types.ts'
import type { Written } from './http/wire-text.ts'
import type { ListingReader, ListingSource, ResourceServer, ServerImplementation, ServerSlice } from './slice-types.ts'

/** Attaches server behaviour to a resource. The type requires a handler for every declared action. */
export const onServer = <const D extends ResourceDefinition>(resource: D, implementation: ServerImplementation<D>): ResourceServer => ({
  resource,
  implementation: implementation as unknown as ServerImplementation<ResourceDefinition>,
})

/** Attaches its rows to a listing: SQL (`source`) or, with `byCode`, code (`read`). It does not compile if a field has no column, or a column no field. */
export const onListing = <const D extends ListingDefinition>(
  listing: Listing<D>,
  implementation: Pick<ServerImplementation<Listing<D>>, 'filters' | 'actions' | 'returns'> &
    (D extends { readonly byCode: true } ? { readonly read: ListingReader<D> } : { readonly source: ListingSource<D> }),
): ResourceServer => onServer(listing, implementation as unknown as ServerImplementation<Listing<D>>)

/** The entries of a slice in the menu: those that it names, and the pages of its resources and listings. */
export const menuOfSlice = ({ menu = [], resources = [], listings = [] }: ServerSlice): readonly MenuItem[] => [
  ...menu,
  ...menuOf([...resources, ...listings].map(({ resource }) => resource)),
]

/** Adds to a slice its resources that have no server code of their own. */
export const withPlain = <S extends ServerSlice>(plain: readonly ResourceDefinition[], slice: S): S => ({
  ...slice,
  resources: [...(slice.resources ?? []), ...plain.map((resource) => onServer(resource, {}))],
})

/** A route with the types of its call (`CallTypes` of the kit), which exist only for the compiler. */
export type TypedRoute<M extends string, P extends string, Q, B, A> = Route & {
  readonly types: CallTypes<M, P, Q, B, A>
}

type HandlerInput<Q, B> = Omit<RouteInput, 'query' | 'body'> & {
  readonly query: Q extends TSchema ? Static<Q> : Record<string, unknown>
  readonly body: B extends TSchema ? Static<B> : unknown
}

/**
 * Defines a route by hand. `query` and `body` are TypeBox schemas: the server validates against them, and the handler receives the
 * inferred types. The handler's result has the type of `returns`, or is already written as JSON (a page of a resource, from `runVerb`). The
 * console reads the types of the call by an `import type` of the route.
 */
export const route = <
  const M extends Route['method'],
  const P extends string,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  const R extends Returns | TSchema = Returns | TSchema,
>(
  definition: Omit<Route, 'method' | 'path' | 'query' | 'body' | 'handler' | 'returns'> & {
    readonly method: M
    readonly path: P
    readonly query?: Q
    readonly body?: B
    readonly returns: R
    readonly handler: (input: HandlerInput<Q, B>) => Promise<AnswerOf<R> | Written>
  },
): TypedRoute<M, P, Q extends TSchema ? Static<Q> : object, B extends TSchema ? ReadonlyIn<Static<B>> : undefined, AnswerOf<R>> =>
  definition as never
