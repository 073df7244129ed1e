import { definePort } from '@lamplight/kit'
import type { Query } from '@lamplight/server-kit'

export interface Rights {
  /**
   * Returns the ids of enabled users of a tenant who have the right `right` by a role, the first 200 by id. The platform administrator's role
   * includes every right. `query` must see the tenant.
   */
  readonly holders: (query: Query, tenantId: string, right: string) => Promise<readonly string[]>
}
export const rightsPort = definePort<Rights>('identity.rights')

/** Checks that the composition root makes before it opens its ports to the network. */
export interface Safety {
  /** Administrators (of the platform and of tenants) and demo accounts whose password is still their name, as `tenant/account`. */
  readonly demoPasswords: () => Promise<readonly string[]>
}
export const safetyPort = definePort<Safety>('identity.safety')
