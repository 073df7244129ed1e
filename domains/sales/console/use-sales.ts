import { api, usePermission, useTab, useUser } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'

export interface TenantRow {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly linkman: string
  readonly contactNumber: string
  readonly expireTime: string
  readonly createTime: string
  readonly salesId: string
  readonly salesName: string
  readonly users: number
  readonly lamps: number
}
export interface Page<R> {
  readonly records: readonly R[]
  readonly total: number
}
const MOST = 1000

/** A call of sales that reads. */
export const useSales = <T>(path: string, query: Readonly<Record<string, string | number>>, wanted = true) =>
  useQuery({
    queryKey: ['sales', path, query],
    queryFn: ({ signal }) => api.get<T>(`blade-sales/${path}`, query, { signal, quiet: true }),
    enabled: wanted,
    staleTime: 0,
  })

/** The tenant a page is about, kept in its address, and those to choose from. */
export const useChosen = () => {
  const { query, setQuery } = useTab()
  const tenants = useSales<Page<TenantRow>>('tenantPageForSales', { current: 1, size: MOST })
  const known = tenants.data?.records ?? []
  const asked = query.tenantId
  const tenantId = asked && known.some((one) => one.tenantId === asked) ? asked : known.length === 1 ? (known[0]?.tenantId ?? '') : ''
  return { tenants, tenantId, choose: (id: string) => setQuery({ tenantId: id, current: null }) }
}

/** Can the person sign in as users of this tenant? The server lets a salesperson only, and only in tenants of their own. */
export const useMaySignInAs = (tenantId: string): boolean => {
  const user = useUser()
  const may = usePermission('salesuser_signin')
  const tenants = useSales<Page<TenantRow>>('tenantPageForSales', { current: 1, size: MOST }, may)
  const own = tenants.data?.records.some((one) => one.tenantId === tenantId && one.salesId === user?.userId) ?? false
  return may && own && (user?.roles.includes('sales') ?? false)
}

/** The page of a paged list, kept in the address. */
export const usePaging = () => {
  const { query, setQuery } = useTab()
  const current = Math.max(1, Number(query.current) || 1)
  const size = Number(query.size) || 30
  return { current, size, setPage: (page: { current: number; size: number }) => setQuery(page) }
}
