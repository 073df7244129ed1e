import { useUser } from '@lamplight/console-kit'

/** Shows the tenant of a row if it is not the user's own: platform administrators see rows of all tenants. */
export const TenantMark = ({ tenantId }: { readonly tenantId: string }) =>
  tenantId && tenantId !== useUser()?.tenantId ? <small className="ll-f-unit">{tenantId}</small> : null
