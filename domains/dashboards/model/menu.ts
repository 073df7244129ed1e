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
])
