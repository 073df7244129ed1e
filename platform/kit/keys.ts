declare const carried: unique symbol

/** The key of a service that one slice provides and others call; `T` is the service. */
export interface PortKey<T extends object> {
  readonly name: string
  readonly [carried]?: T
}
/** The key of news on the bus; `T` is what a listener gets. */
export interface EventKey<T> {
  readonly name: string
  /** The other processes of the same database hear it too; then `T` is JSON. What is emitted while the database is away, they miss. */
  readonly shared: boolean
  readonly [carried]?: T
}

/** Declares a port: `export const nightsPort = definePort<Nights>('lighting.nights')`. The name begins with the slice that declares it. */
export const definePort = <T extends object>(name: string): PortKey<T> => ({ name })

/** Declares an event: `export const TOWN_FOUNDED = defineEvent<TownFounded>('lighting.town', { shared: true })`. The name begins with the slice that emits it. */
export const defineEvent = <T>(name: string, { shared = false }: { readonly shared?: boolean } = {}): EventKey<T> => ({ name, shared })
