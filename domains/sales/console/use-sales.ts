import { type AnswerOf, api, usePermission, useTab, useUser } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { salesTenants } from '../server/tenant.handler.ts'

const ALL = { current: 1, size: 1000 }

/** Query of a reading call of sales. */
export const useSales = <T>(path: string, query: Readonly<Record<string, string | number>>, enabled = true) =>
  useQuery({
    queryKey: ['sales.tenant', path, query],
    queryFn: ({ signal }) => api.get<T>(`blade-sales/${path}`, query, { signal, quiet: true }),
    enabled,
    staleTime: 0,
  })

/** The tenants of the salesperson and the selected one, which the address holds. A single tenant is selected automatically. */
export const useChosen = () => {
  const { query, setQuery } = useTab()
  const tenants = useSales<AnswerOf<typeof salesTenants>>('tenantPageForSales', ALL)
  const rows = tenants.data?.records ?? []
  const chosen = rows.find((one) => one.tenantId === query.tenantId) ?? (rows.length === 1 ? rows[0] : undefined)
  // Clears all parameters: filters and open forms refer to rows of the previous tenant.
  const choose = (tenantId: string): void => setQuery({ ...Object.fromEntries(Object.keys(query).map((key) => [key, null])), tenantId })
  return { tenants, tenantId: chosen?.tenantId ?? '', choose }
}

/** Returns true if the user may sign in as users of the tenant: the server allows it only to the tenant's salesperson. */
export const useMaySignInAs = (tenantId: string): boolean => {
  const user = useUser()
  const may = usePermission('salesuser_signin')
  const tenants = useSales<AnswerOf<typeof salesTenants>>('tenantPageForSales', ALL, may)
  const isOwn = tenants.data?.records.some((one) => one.tenantId === tenantId && one.salesId === user?.userId) ?? false
  return may && isOwn && (user?.roles.includes('sales') ?? false)
}
