import { definePort } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'

export interface Rights {
  /**
   * Ids of the enabled users of a tenant of whom a role grants `right`, the first 200 by id. The role of the platform's administrator grants all.
   * `query` must see the tenant.
   */
  readonly holders: (query: Query, tenantId: string, right: string) => Promise<readonly string[]>
}
export const rightsPort = definePort<Rights>('identity.rights')

/** What the composition root asks before it opens the doors. */
export interface Safety {
  /** Administrators (of the platform and of tenants) and demo accounts whose password still is their name, as `tenant/account`. */
  readonly demoPasswords: () => Promise<readonly string[]>
}
export const safetyPort = definePort<Safety>('identity.safety')
