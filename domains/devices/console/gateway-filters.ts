import { useUser } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import type { Fields } from '@lamplight/kit'

/** Tenant whose administrators see the gateways of all tenants. */
const PLATFORM = '000000'
const NONE: Fields = {}
const OF_TENANT: Fields = { tenantId: f.text({ label: ['租户', 'Tenant'], max: 12, search: true }) }

/** Administrators of the platform see the gateways of all tenants: they can limit the list to one. */
export const useGatewayFilters = (): Fields => (useUser()?.tenantId === PLATFORM ? OF_TENANT : NONE)
