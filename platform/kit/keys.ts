declare const carried: unique symbol

/** The key of a service that one slice provides and others call; `T` is the type of the service. */
export interface PortKey<T extends object> {
  readonly name: string
  readonly [carried]?: T
}
/** The key of an event on the bus; `T` is the type of its payload. */
export interface EventKey<T> {
  readonly name: string
  /**
   * True: the event also reaches the other processes of the same database; `T` must then be JSON. They
   * miss events while the database is unreachable.
   */
  readonly shared: boolean
  readonly [carried]?: T
}

/** Declares a port: `export const nightsPort = definePort<Nights>('lighting.nights')`. The name begins with the slice that declares it. */
export const definePort = <T extends object>(name: string): PortKey<T> => ({ name })

/**
 * Declares an event: `export const TOWN_FOUNDED = defineEvent<TownFounded>('lighting.town', { shared: true })`.
 * The name begins with the slice that emits it.
 */
export const defineEvent = <T>(name: string, { shared = false }: { readonly shared?: boolean } = {}): EventKey<T> => ({ name, shared })
