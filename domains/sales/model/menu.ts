import { defineMenu } from '@lamplight/kit'
import { salesAreas, salesDepts, salesDevices, salesManagers, salesProjects, salesRoles, salesTenants, salesUsers } from './pages.ts'

/** Menu of salespeople: their tenants, and the pages of a selected tenant. */
export const salesMenu = defineMenu([
  { code: 'sales', label: ['销售管理', 'Sales'], path: '/sales', icon: 'cluster', sort: 70 },
  salesTenants,
  salesUsers,
  salesRoles,
  salesDepts,
  salesAreas,
  salesManagers,
  salesProjects,
  salesDevices,
])
