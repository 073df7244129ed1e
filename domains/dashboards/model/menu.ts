import { defineMenu } from '@lamplight/kit'
import { cityOverview, dashboardPage, handoverPage, homePage, screenShow, smartCity, sunOverview, visualOverview } from './pages.ts'

export const menu = defineMenu([
  { code: 'wel', label: ['首页', 'Home'], path: '/wel', icon: 'home', sort: 1 },
  homePage,
  dashboardPage,
  handoverPage,
  { code: 'visual_screens', label: ['可视化大屏', 'Dashboards'], path: '/visual/screens', icon: 'dashboard', sort: 60, parent: 'visual' },
  screenShow,
  cityOverview,
  sunOverview,
  visualOverview,
  smartCity,
])
