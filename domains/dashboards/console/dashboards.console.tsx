import { defineConsole, definePage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { dashboards } from '../domain.ts'
import { visual, visualShare, visualVersion } from '../model/visual.resource.ts'
import { ShareTop, VisualTop, VisualVersionCell } from './visual-links.tsx'

const OVERVIEWS = [
  ['city', '/city/overview/index', ['城市概览', 'Overview']],
  ['sun', '/sun/overview/index', ['太阳能概览', 'Overview']],
  ['visual', '/visual/overview/index', ['综合概览', 'Overview']],
  ['smartCity', '/smartCity/index', ['智慧城市总览', 'Smart city']],
] as const

export const dashboardsConsole = defineConsole({
  domain: dashboards,
  pages: [
    ...OVERVIEWS.map(([name, path, label]) =>
      definePage({
        path,
        label,
        permission: 'dashboard_view',
        ...(name === 'smartCity' && { full: true as const }),
        load: async () => (await import('./overview.page.tsx')).overviewPage(name),
      }),
    ),
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
      path: '/wel/handover',
      label: ['交接班', 'Shift hand-over'],
      permission: 'dashboard_view',
      load: async () => (await import('./handover.page.tsx')).HandoverPage,
    }),
    definePage({
      path: '/screen',
      label: ['数据大屏', 'Data screen'],
      bare: true,
      load: async () => (await import('./screen.page.tsx')).ScreenPage,
    }),
    definePage({
      path: '/visual/largeScreen',
      label: ['大屏展示', 'Dashboards'],
      permission: 'visual_board_view',
      tabBy: ['id'],
      load: async () => (await import('./visual-show.page.tsx')).VisualShowPage,
    }),
    definePage({
      path: '/visual/largeScreen/editor',
      label: ['大屏设计', 'Design a dashboard'],
      permission: 'visual_board_edit',
      full: true,
      tabBy: ['id'],
      under: '/visual/largeScreen/list',
      load: async () => (await import('./visual-editor.page.tsx')).VisualEditorPage,
    }),
  ],
  resources: [
    onConsole(visual, {
      find: ['title'],
      labels: false,
      columns: { version: VisualVersionCell },
      slots: { detailTop: VisualTop },
      empty: ['新增一个大屏，再设计和发布', 'Add a dashboard, then design and publish it'],
    }),
    onConsole(visualVersion, { link: '/visual/largeScreen/version', labels: false }),
    onConsole(visualShare, {
      labels: false,
      slots: { detailTop: ShareTop },
      empty: ['为已发布的大屏新增一个分享链接', 'Add a share link for a published dashboard'],
    }),
  ],
})
