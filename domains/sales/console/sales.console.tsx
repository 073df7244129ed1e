import { defineConsole, definePage } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import type { ComponentType } from 'react'
import { sales } from '../domain.ts'

const page = (path: string, label: Text, permission: string, load: () => Promise<ComponentType>) =>
  definePage({ path: `/sales/${path}`, label, permission, load })

export const salesConsole = defineConsole({
  domain: sales,
  pages: [
    page('tenant', ['销售租户', 'My tenants'], 'salestenant_view', async () => (await import('./tenant.page.tsx')).SalesTenantPage),
    page('tenant/new', ['新建租户', 'New tenant'], 'salestenant_add', async () => (await import('./wizard.page.tsx')).SalesWizardPage),
    page('user', ['租户用户', 'Tenant users'], 'salesuser_view', async () => (await import('./chosen.page.tsx')).SalesUserPage),
    page('role', ['租户角色', 'Tenant roles'], 'salesrole_view', async () => (await import('./chosen.page.tsx')).SalesRolePage),
    page('dept', ['租户机构', 'Tenant departments'], 'salesdept_view', async () => (await import('./chosen.page.tsx')).SalesDeptPage),
    page('area', ['租户区域', 'Tenant areas'], 'salesarea_view', async () => (await import('./chosen.page.tsx')).SalesAreaPage),
    page(
      'areaManage',
      ['租户区域负责人', 'Tenant area managers'],
      'salesareamanage_view',
      async () => (await import('./manager.page.tsx')).SalesManagerPage,
    ),
    page('project', ['租户项目', 'Tenant projects'], 'salesproject_view', async () => (await import('./chosen.page.tsx')).SalesProjectPage),
    page('device', ['租户设备', 'Tenant devices'], 'salesdevice_view', async () => (await import('./chosen.page.tsx')).SalesDevicePage),
  ],
})
