import { ResourceList } from '@lamplight/console-kit/list'
import { onConsole } from '@lamplight/console-kit/resource'
import { salesPerson, salesTenant } from '../model/tenant.resource.ts'
import { M } from './sales.messages.ts'

onConsole(salesPerson)
const tenants = onConsole(salesTenant, {
  create: { page: '/sales/tenant/new' },
  empty: M.noTenants,
  columns: {
    tenantName: ({ value, row }) => (
      <>
        {value} <small className="ll-f-unit">{row.tenantId}</small>
      </>
    ),
  },
})

/** The tenants of the salesperson. */
export const SalesTenantPage = () => <ResourceList console={tenants} />
