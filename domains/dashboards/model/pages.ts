import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const homePage = {
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
} as const satisfies MenuItem
export const dashboardPage = {
  code: 'wel_dashboard',
  label: ['工作台', 'Dashboard'],
  path: '/wel/dashboard',
  icon: 'dashboard',
  sort: 2,
  parent: 'wel',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
export const handoverPage = {
  code: 'wel_handover',
  label: ['交接班', 'Shift hand-over'],
  path: '/wel/handover',
  icon: 'print',
  sort: 3,
  parent: 'wel',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
export const screenShow = {
  code: 'visual_screen_show',
  label: ['大屏展示', 'Show dashboards'],
  path: '/visual/largeScreen',
  icon: 'dashboard',
  sort: 10,
  parent: 'visual_screens',
  roles: 'home',
  opens: 'visual_board_view',
} as const satisfies MenuItem
export const cityOverview = {
  code: 'city_overview',
  label: ['城市概览', 'Overview'],
  path: '/city/overview/index',
  icon: 'dashboard',
  sort: 1,
  parent: 'city',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
export const sunOverview = {
  code: 'sun_overview',
  label: ['太阳能概览', 'Overview'],
  path: '/sun/overview/index',
  icon: 'dashboard',
  sort: 1,
  parent: 'sun',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
export const visualOverview = {
  code: 'visual_overview',
  label: ['综合概览', 'Overview'],
  path: '/visual/overview/index',
  icon: 'dashboard',
  sort: 1,
  parent: 'visual',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
export const smartCity = {
  code: 'smart_city_index',
  label: ['智慧城市总览', 'Smart city'],
  path: '/smartCity/index',
  icon: 'globe',
  sort: 1,
  parent: 'smart_city',
  roles: 'home',
  opens: 'dashboard_view',
} as const satisfies MenuItem
