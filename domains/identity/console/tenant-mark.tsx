import { useUser } from '@lamplight/console-kit'

/** Administrators of the platform see the rows of all tenants: whose this one is, when it is not their own. */
export const TenantMark = ({ tenantId }: { readonly tenantId: string }) =>
  tenantId && tenantId !== useUser()?.tenantId ? <small className="ll-f-unit">{tenantId}</small> : null
