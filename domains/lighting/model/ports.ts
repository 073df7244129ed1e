import { definePort } from '@lamplight/kit'

/** Makes the virtual city show the night at these gateways, or follow the clock again. */
export type PlayNight = (gatewaySns: readonly string[], night: boolean) => void

/** Shows the night by day, for lamps of a virtual city started by this process. */
export interface Nights {
  /** Registers a running virtual city; returns the function that removes it. */
  readonly attach: (play: PlayNight) => () => void
  /** Returns whether a virtual city exists, and whether it shows the night to this tenant. */
  readonly state: (tenantId: string) => { readonly available: boolean; readonly night: boolean }
  /** @returns the number of the tenant's gateways in the virtual city. */
  readonly show: (tenantId: string, night: boolean) => Promise<number>
  /** Shows the night to every tenant that has gateways in the virtual city. */
  readonly showAll: () => Promise<void>
  /** Sends the present setting to a restarted virtual city. */
  readonly again: () => Promise<void>
}
export const nightsPort = definePort<Nights>('lighting.nights')

/** Generated towns, for tenants that want to try the platform before they import their own data. */
export interface Towns {
  /** Creates a generated town with virtual gateways for a tenant without lamps, in one transaction; null if there are lamps already. */
  readonly found: (filter: {
    readonly tenantId: string
    readonly projectId: string
    readonly lamps: number
  }) => Promise<{ readonly lamps: number; readonly gateways: number } | null>
}
export const townsPort = definePort<Towns>('lighting.towns')
