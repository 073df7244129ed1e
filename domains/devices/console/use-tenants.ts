import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'

interface Tenant {
  readonly tenantId: string
  readonly tenantName: string
}
const MAX_TENANTS = 1000

/** Tenants to which a gateway can be assigned. Only administrators of the platform can read all of them. */
export const useTenants = () =>
  useQuery({
    queryKey: ['identity.tenant', 'choice'],
    queryFn: async ({ signal }) => {
      const page = await api.get<{ records: readonly Tenant[] }>(
        'blade-system/tenant/page',
        { current: 1, size: MAX_TENANTS },
        { signal, quiet: true },
      )
      return page.records.map(({ tenantId, tenantName }) => ({ id: tenantId, label: `${tenantName} (${tenantId})` }))
    },
  })
