import { defineConsole, definePage } from '@lamplight/console-kit'
import { dashboards } from '../domain.ts'

export const dashboardsConsole = defineConsole({
  domain: dashboards,
  pages: [definePage({ path: '/wel/index', label: ['首页', 'Home'], load: async () => (await import('./home.page.tsx')).HomePage })],
})
