import { defineConsole, definePage } from '@lamplight/console-kit'
import { dashboards } from '../domain.ts'

export const dashboardsConsole = defineConsole({
  domain: dashboards,
  pages: [
    definePage({ path: '/wel/index', label: ['首页', 'Home'], load: async () => (await import('./home.page.tsx')).HomePage }),
    definePage({
      path: '/wel/home',
      label: ['系统导航', 'Systems'],
      bare: true,
      load: async () => (await import('./landing.page.tsx')).LandingPage,
    }),
    definePage({
      path: '/wel/dashboard',
      label: ['工作台', 'Dashboard'],
      permission: 'dashboard_view',
      load: async () => (await import('./dashboard.page.tsx')).DashboardPage,
    }),
    definePage({
      path: '/screen',
      label: ['数据大屏', 'Data screen'],
      bare: true,
      load: async () => (await import('./screen.page.tsx')).ScreenPage,
    }),
  ],
})
