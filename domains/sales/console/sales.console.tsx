import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { rightLabel } from '@lamplight/kit'
import { sales } from '../domain.ts'
import { salesAreas, salesDepts, salesDevices, salesManagers, salesProjects, salesRoles, salesTenants, salesUsers } from '../model/pages.ts'

export const salesConsole = defineConsole({
  domain: sales,
  pages: [
    menuPage(salesTenants, { load: async () => (await import('./tenant.page.tsx')).SalesTenantPage }),
    definePage({
      path: `${salesTenants.path}/new`,
      label: rightLabel(salesTenants, 'salestenant_add'),
      permission: 'salestenant_add',
      load: async () => (await import('./wizard.page.tsx')).SalesWizardPage,
    }),
    menuPage(salesUsers, { load: async () => (await import('./chosen.page.tsx')).SalesUserPage }),
    menuPage(salesRoles, { load: async () => (await import('./chosen.page.tsx')).SalesRolePage }),
    menuPage(salesDepts, { load: async () => (await import('./chosen.page.tsx')).SalesDeptPage }),
    menuPage(salesAreas, { load: async () => (await import('./chosen.page.tsx')).SalesAreaPage }),
    menuPage(salesManagers, { load: async () => (await import('./manager.page.tsx')).SalesManagerPage }),
    menuPage(salesProjects, { load: async () => (await import('./chosen.page.tsx')).SalesProjectPage }),
    menuPage(salesDevices, { load: async () => (await import('./chosen.page.tsx')).SalesDevicePage }),
  ],
})
