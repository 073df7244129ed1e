import { defineMenu } from '@lamplight/kit'

export const menu = defineMenu([
  { code: 'wel', label: ['首页', 'Home'], path: '/wel', icon: 'home', sort: 1 },
  {
    code: 'wel_index',
    label: ['运行总览', 'Overview'],
    path: '/wel/index',
    icon: 'home',
    sort: 1,
    parent: 'wel',
    permissions: [
      { code: 'dashboard_view', label: ['查看', 'View'], action: 1, roles: 'home' },
      { code: 'data_screen', label: ['数据大屏', 'Data screen'], action: 1, roles: 'home' },
    ],
  },
  {
    code: 'wel_dashboard',
    label: ['工作台', 'Dashboard'],
    path: '/wel/dashboard',
    icon: 'dashboard',
    sort: 2,
    parent: 'wel',
    roles: 'home',
  },
  { code: 'visual_screens', label: ['可视化大屏', 'Dashboards'], path: '/visual/screens', icon: 'dashboard', sort: 60, parent: 'visual' },
  {
    code: 'visual_screen_show',
    label: ['大屏展示', 'Show dashboards'],
    path: '/visual/largeScreen',
    icon: 'dashboard',
    sort: 10,
    parent: 'visual_screens',
    roles: 'home',
  },
  {
    code: 'visual_board_version',
    label: ['大屏版本', 'Dashboard versions'],
    path: '/visual/largeScreen/version',
    icon: 'book',
    sort: 40,
    parent: 'visual_screens',
    resource: 'dashboards.visualVersion',
    hidden: true,
  },
])
