import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { rightLabel } from '@lamplight/kit'
import { dashboards } from '../domain.ts'
import { cityOverview, dashboardPage, handoverPage, homePage, screenShow, smartCity, sunOverview, visualOverview } from '../model/pages.ts'
import { visual, visualShare, visualVersion } from '../model/visual.resource.ts'
import { ShareTop, VisualTop, VisualVersionCell } from './visual/visual-links.tsx'

const OVERVIEWS = [
  ['city', cityOverview],
  ['sun', sunOverview],
  ['visual', visualOverview],
  ['smartCity', smartCity],
] as const

export const dashboardsConsole = defineConsole({
  domain: dashboards,
  pages: [
    ...OVERVIEWS.map(([name, entry]) =>
      menuPage(entry, {
        ...(name === 'smartCity' && { full: true as const }),
        load: async () => (await import('./home/overview.page.tsx')).overviewPage(name),
      }),
    ),
    // Everyone may open it.
    definePage({ path: homePage.path, label: homePage.label, load: async () => (await import('./home/home.page.tsx')).HomePage }),
    definePage({
      path: '/wel/home',
      label: ['系统导航', 'Systems'],
      bare: true,
      load: async () => (await import('./home/landing.page.tsx')).LandingPage,
    }),
    menuPage(dashboardPage, { load: async () => (await import('./dashboard.page.tsx')).DashboardPage }),
    menuPage(handoverPage, { load: async () => (await import('./home/handover.page.tsx')).HandoverPage }),
    definePage({
      path: '/screen',
      label: rightLabel(homePage, 'data_screen'),
      bare: true,
      load: async () => (await import('./visual/screen.page.tsx')).ScreenPage,
    }),
    menuPage(screenShow, { tabBy: ['id'], load: async () => (await import('./visual/visual-show.page.tsx')).VisualShowPage }),
    definePage({
      path: '/visual/largeScreen/editor',
      label: ['大屏设计', 'Design a dashboard'],
      permission: 'visual_board_edit',
      full: true,
      tabBy: ['id'],
      under: '/visual/largeScreen/list',
      load: async () => (await import('./visual/visual-editor.page.tsx')).VisualEditorPage,
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
    onConsole(visualVersion, { labels: false }),
    onConsole(visualShare, {
      labels: false,
      slots: { detailTop: ShareTop },
      empty: ['为已发布的大屏新增一个分享链接', 'Add a share link for a published dashboard'],
    }),
  ],
})
