import { useUser } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import { type Fields, PLATFORM_TENANT } from '@lamplight/kit'

const NONE: Fields = {}
const OF_TENANT: Fields = { tenantId: f.text({ label: ['租户', 'Tenant'], max: 12, search: true }) }

/** Administrators of the platform see the gateways of all tenants: they can limit the list to one. */
export const useGatewayFilters = (): Fields => (useUser()?.tenantId === PLATFORM_TENANT ? OF_TENANT : NONE)
