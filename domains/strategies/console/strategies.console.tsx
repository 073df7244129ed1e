import { defineConsole, definePage } from '@lamplight/console-kit'
import { laterPages, onConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { strategies } from '../domain.ts'
import { publication } from '../model/publication.resource.ts'
import { roadClass } from '../model/road-class.resource.ts'
import { specialDay } from '../model/special-day.resource.ts'
import { KINDS, strategy } from '../model/strategy.resource.ts'
import { strategyVersion } from '../model/strategy-version.resource.ts'
import { DETAIL, EDITOR, INSTITUTE_EDITOR, LISTS, SPECIAL_DETAIL, SYSTEMS, VERSIONS } from './routes.ts'
import { S } from './strategies.messages.ts'
import { AssignedCell, DriftedCell, FailedCell, HeldCell, PublishedCell, TonightCell } from './strategy-cells.tsx'

const PublicationFacts = lazy(async () => ({ default: (await import('./publication-facts.tsx')).PublicationFacts }))
const editor = async () => (await import('./add-strategy.page.tsx')).AddStrategyPage
const detail = async () => (await import('./strategy.page.tsx')).StrategyPage

const VIEW = 'workstrategy_view'
/** Lists of strategies: each system of the console has its own. */
const PAGES = [
  [LISTS.city, S.list, SYSTEMS.city, KINDS.normal],
  [LISTS.special, S.specials, SYSTEMS.city, KINDS.special],
  [LISTS.visual, S.visual, SYSTEMS.visual, undefined],
  [LISTS.sun, S.sun, SYSTEMS.sun, undefined],
  [LISTS.institute, S.institute, SYSTEMS.institute, undefined],
] as const

export const strategiesConsole = defineConsole({
  domain: strategies,
  pages: [
    ...laterPages({
      code: 'lightmode',
      link: '/city/strategyCenter/lightMode/index',
      label: ['亮灯模式', 'Light modes'],
      load: async () => (await import('./light-mode.console.tsx')).lightModeConsole,
    }),
    ...PAGES.map(([path, label, system, kind]) =>
      definePage({
        ...{ path, label, permission: VIEW },
        load: async () => (await import('./strategy-list.page.tsx')).strategyListOf(system, path, kind),
      }),
    ),
    // Rows of the lists open their editor at these addresses.
    definePage({
      ...{ path: EDITOR, label: S.add, permission: VIEW, tabBy: ['id'], under: LISTS.city, load: editor },
      was: [LISTS.city, LISTS.special, LISTS.visual, LISTS.sun].map((list) => `${list}/edit`),
    }),
    definePage({
      ...{ path: INSTITUTE_EDITOR, label: S.add, permission: VIEW, tabBy: ['id'], under: LISTS.institute, load: editor },
      was: [`${LISTS.institute}/edit`],
    }),
    definePage({ path: DETAIL, label: S.detail, permission: VIEW, tabBy: ['id'], under: LISTS.city, load: detail }),
    definePage({ path: SPECIAL_DETAIL, label: S.specialDetail, permission: VIEW, tabBy: ['id'], under: LISTS.special, load: detail }),
  ],
  resources: [
    onConsole(strategy, {
      link: LISTS.city,
      details: DETAIL,
      labels: false,
      find: ['name'],
      empty: S.emptyList,
      columns: {
        entries: TonightCell,
        assigned: AssignedCell,
        held: HeldCell,
        drifted: DriftedCell,
        failed: FailedCell,
        publishedAt: PublishedCell,
      },
    }),
    onConsole(publication, { labels: false, state: 'state', slots: { detailTop: PublicationFacts } }),
    onConsole(strategyVersion, { link: VERSIONS, labels: false }),
    onConsole(specialDay, {
      labels: false,
      empty: [
        '新增节假日和调休上班日，特殊日策略可按它们执行',
        'Add public holidays and makeup workdays, which special strategies can follow',
      ],
    }),
    onConsole(roadClass, {
      labels: false,
      empty: ['新增道路等级及其最低亮度，策略不得低于它', 'Add road classes with their floors: no strategy goes below them'],
    }),
  ],
})
