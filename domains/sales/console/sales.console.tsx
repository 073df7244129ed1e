import { defineConsole, definePage, registerTrayItem, useActor } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { type ComponentType, lazy, Suspense } from 'react'
import { sales } from '../domain.ts'

const ActorBanner = lazy(() => import('./actor-banner.tsx').then((module) => ({ default: module.ActorBanner })))
registerTrayItem('actor', () =>
  useActor() ? (
    <Suspense>
      <ActorBanner />
    </Suspense>
  ) : null,
)

const page = (path: string, label: Text, permission: string, load: () => Promise<ComponentType>) =>
  definePage({ path: `/sales/${path}`, label, permission, load })

export const salesConsole = defineConsole({
  domain: sales,
  pages: [
    page('tenant', ['销售租户', 'My tenants'], 'salestenant_view', async () => (await import('./tenant.page.tsx')).SalesTenantPage),
    page('tenant/new', ['新建租户', 'New tenant'], 'salestenant_add', async () => (await import('./wizard.page.tsx')).SalesWizardPage),
    page('user', ['租户用户', 'Users of tenants'], 'salesuser_view', async () => (await import('./user.page.tsx')).SalesUserPage),
    page('role', ['租户角色', 'Roles of tenants'], 'salesrole_view', async () => (await import('./role.page.tsx')).SalesRolePage),
    page('dept', ['租户机构', 'Departments of tenants'], 'salesdept_view', async () => (await import('./dept.page.tsx')).SalesDeptPage),
    page('area', ['租户区域', 'Areas of tenants'], 'salesarea_view', async () => (await import('./place.page.tsx')).SalesAreaPage),
    page(
      'areaManage',
      ['租户区域负责人', 'Area managers of tenants'],
      'salesareamanage_view',
      async () => (await import('./manager.page.tsx')).SalesManagerPage,
    ),
    page(
      'project',
      ['租户项目', 'Projects of tenants'],
      'salesproject_view',
      async () => (await import('./place.page.tsx')).SalesProjectPage,
    ),
    page('device', ['租户设备', 'Devices of tenants'], 'salesdevice_view', async () => (await import('./device.page.tsx')).SalesDevicePage),
  ],
})
