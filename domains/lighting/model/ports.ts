import { definePort } from '@lamplight/kit'

/** Has the virtual city show the night at these gateways, or follow the clock again. */
export type PlayNight = (gatewaySns: readonly string[], night: boolean) => void

/** The night by day, for lamps that a virtual city plays in this process tree. */
export interface Nights {
  /** A virtual city runs and takes orders; the returned function ends that. */
  readonly attach: (play: PlayNight) => () => void
  /** Is there a virtual city, and does it show the night to this tenant? */
  readonly state: (tenantId: string) => { readonly available: boolean; readonly night: boolean }
  /** @returns how many gateways of the tenant are played. */
  readonly show: (tenantId: string, night: boolean) => Promise<number>
  /** Sends a city that begins anew what is shown. */
  readonly again: () => Promise<void>
}
export const nightsPort = definePort<Nights>('lighting.nights')

/** Generated towns, for tenants that want to see before they bring in their own. */
export interface Towns {
  /** Gives a tenant without lamps a generated town with virtual gateways, in one transaction; null where there are lamps already. */
  readonly found: (given: {
    readonly tenantId: string
    readonly projectId: string
    readonly lamps: number
  }) => Promise<{ readonly lamps: number; readonly gateways: number } | null>
}
export const townsPort = definePort<Towns>('lighting.towns')
