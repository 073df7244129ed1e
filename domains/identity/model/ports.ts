import { definePort } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'

export interface Rights {
  /**
   * Returns the ids of enabled users of a tenant who have the right `right` by a role, the first 200 by id. The platform administrator's role
   * includes every right. `query` must see the tenant.
   */
  readonly holders: (query: Query, tenantId: string, right: string) => Promise<readonly string[]>
  /** The holders who see all places of the tenant, with their names: only they see, and so can decide, requests about any device. */
  readonly deciders: (query: Query, tenantId: string, right: string) => Promise<readonly Person[]>
}
export interface Person {
  readonly id: string
  readonly name: string
}
export const rightsPort = definePort<Rights>('identity.rights')

/** Checks that the composition root makes before it opens its ports to the network. */
export interface Safety {
  /** Administrators (of the platform and of tenants) and demo accounts whose password is still their name, as `tenant/account`. */
  readonly demoPasswords: () => Promise<readonly string[]>
}
export const safetyPort = definePort<Safety>('identity.safety')

/** Limits guesses of secrets that other slices check. The counts are in the database, so that all processes share them. */
export interface Guesses {
  /** Counts an attempt before it is checked; `left`: attempts that remain. Null: `limit` failures within `minutes` have locked the key. A right answer clears it. */
  readonly take: (key: string, limit: number) => Promise<{ readonly left: number } | null>
  readonly clear: (keys: readonly string[]) => Promise<void>
  /** Duration of a lock. */
  readonly minutes: number
  /** Key for the guesses from an address: one per IPv4 address or IPv6 /64. */
  readonly addressKey: (what: string, ip: string) => string
}
export const guessesPort = definePort<Guesses>('identity.guesses')
