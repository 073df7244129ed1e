import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { alsoAt, laterPages, onConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { strategies } from '../domain.ts'
import { calendarLimit } from '../model/calendar-limit.resource.ts'
import { strategyInstance } from '../model/instance.resource.ts'
import { cabinetNight, deviation, night, shortfall } from '../model/night.resource.ts'
import {
  instituteStrategies,
  lightModes,
  poleStrategies,
  solarInstances,
  solarLightModes,
  solarStrategies,
  specialStrategies,
  sprayStrategies,
  strategyEvents,
  workStrategies,
} from '../model/pages.ts'
import { publication } from '../model/publication.resource.ts'
import { roadClass } from '../model/road-class.resource.ts'
import { specialDay } from '../model/special-day.resource.ts'
import { KINDS, SYSTEMS, strategy } from '../model/strategy.resource.ts'
import { strategyVersion } from '../model/strategy-version.resource.ts'
import { sunMode } from '../model/sun-mode.resource.ts'
import { timedRecord } from '../model/timed-record.resource.ts'
import { timedSwitch } from '../model/timed-switch.resource.ts'
import { trashStrategy } from '../model/trash-strategy.resource.ts'
import { DETAIL, EDITOR, INSTITUTE_EDITOR, LISTS, SPECIAL_DETAIL, VERSIONS } from './routes.ts'
import { S } from './strategies.messages.ts'
import { AssignedCell, DriftedCell, FailedCell, HeldCell, PublishedCell, TonightCell } from './strategy-cells.tsx'

const PublicationTop = lazy(async () => ({ default: (await import('./publish/publication-top.tsx')).PublicationTop }))
const ApprovalBefore = lazy(async () => ({ default: (await import('./publish/second-person.tsx')).ApprovalBefore }))
const NightsBasis = lazy(async () => ({ default: (await import('./night/nights-basis.tsx')).NightsBasis }))
const ApproveDialog = lazy(async () => ({ default: (await import('./publish/approve.dialog.tsx')).ApproveDialog }))
const AffectedByTimedSwitch = lazy(async () => ({ default: (await import('./publish/affected-by.tsx')).AffectedByTimedSwitch }))
const AffectedByTrashStrategy = lazy(async () => ({ default: (await import('./publish/affected-by.tsx')).AffectedByTrashStrategy }))
const AffectedBySunMode = lazy(async () => ({ default: (await import('./publish/affected-by.tsx')).AffectedBySunMode }))
const editor = async () => (await import('./add-strategy.page.tsx')).AddStrategyPage
const loadLightModes = async () => (await import('./light-mode.console.tsx')).lightModeConsole
const detail = async () => (await import('./strategy.page.tsx')).StrategyPage

const VIEW = 'workstrategy_view'
/** Lists of strategies: each system of the console has its own. */
const PAGES = [
  [workStrategies, SYSTEMS.city, KINDS.normal],
  [specialStrategies, SYSTEMS.city, KINDS.special],
  [sprayStrategies, SYSTEMS.city, KINDS.spray],
  [poleStrategies, SYSTEMS.visual, undefined],
  [solarStrategies, SYSTEMS.sun, undefined],
  [instituteStrategies, SYSTEMS.institute, undefined],
] as const

/** Instances of the page in solar lighting. */
const SOLAR = { systemType: String(SYSTEMS.sun) } as const

export const strategiesConsole = defineConsole({
  domain: strategies,
  pages: [
    ...laterPages({
      code: 'lightmode',
      link: lightModes.path,
      label: lightModes.label,
      load: loadLightModes,
    }),
    ...alsoAt({
      resource: 'strategies.lightMode',
      load: loadLightModes,
      permission: 'lightmode_view',
      label: solarLightModes.label,
      list: solarLightModes.path,
    }),
    ...alsoAt({
      resource: strategyInstance.name,
      permission: 'workstrategy_instance_view',
      label: solarInstances.label,
      list: solarInstances.path,
      fixed: SOLAR,
    }),
    ...PAGES.map(([entry, system, kind]) =>
      menuPage(entry, {
        load: async () => (await import('./strategy-list.page.tsx')).strategyListOf(system, entry.path, kind),
      }),
    ),
    // Rows of the lists open their editor at these addresses.
    definePage({
      path: EDITOR,
      label: S.add,
      permission: VIEW,
      tabBy: ['id'],
      under: LISTS.city,
      load: editor,
      was: [LISTS.city, LISTS.special, LISTS.spray, LISTS.visual, LISTS.sun].map((list) => `${list}/edit`),
    }),
    definePage({
      path: INSTITUTE_EDITOR,
      label: S.add,
      permission: VIEW,
      tabBy: ['id'],
      under: LISTS.institute,
      load: editor,
      was: [`${LISTS.institute}/edit`],
    }),
    menuPage(strategyEvents, {
      load: async () => (await import('./events.page.tsx')).EventsPage,
    }),
    definePage({ path: DETAIL, label: S.detail, permission: VIEW, tabBy: ['id'], under: LISTS.city, load: detail }),
    definePage({ path: SPECIAL_DETAIL, label: S.specialDetail, permission: VIEW, tabBy: ['id'], under: LISTS.special, load: detail }),
  ],
  resources: [
    onConsole(timedSwitch, {
      find: ['name'],
      labels: false,
      state: 'enable',
      slots: { formEnd: AffectedByTimedSwitch },
      empty: ['新增定时：时间、动作，以及分组或设备', 'Add a timed switch: time, action, and a group or devices'],
    }),
    onConsole(timedRecord, { labels: false, state: 'state' }),
    onConsole(trashStrategy, {
      find: ['name'],
      labels: false,
      affected: { send: AffectedByTrashStrategy },
      empty: ['新增策略，再下发到分组的垃圾桶', 'Add a strategy, then send it to the bins of its group'],
    }),
    onConsole(sunMode, {
      find: ['name'],
      labels: false,
      affected: { send: AffectedBySunMode },
      empty: ['新增模式，再下发到太阳能灯', 'Add a mode, then send it to solar lamps'],
    }),
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
    onConsole(publication, {
      labels: false,
      state: 'state',
      own: true,
      slots: { listTop: ApprovalBefore, detailTop: PublicationTop },
      actions: { approve: ApproveDialog },
    }),
    onConsole(strategyInstance, {
      find: ['name'],
      labels: false,
      own: true,
      slots: { formTop: ApprovalBefore },
      empty: ['新增实例，把策略绑定到分组或设备', 'Add an instance to bind a strategy to a group or to devices'],
    }),
    onConsole(night, {
      labels: false,
      empty: ['每天中午后核对前一晚；先下发一个策略', 'The night is checked after noon of the next day: publish a strategy first'],
    }),
    onConsole(deviation, {
      labels: false,
      empty: ['核对过的夜晚中没有偏离策略的灯具', 'No lamp deviated in the checked nights'],
      slots: { listTop: NightsBasis },
    }),
    onConsole(cabinetNight, {
      labels: false,
      empty: ['每天中午后核对前一晚；先下发一个策略', 'The night is checked after noon of the next day: publish a strategy first'],
    }),
    onConsole(shortfall, {
      labels: false,
      empty: [
        '核对过的夜晚中没有低于等级的道路；没有设置道路等级的道路不在此列',
        'No street was below its road class in the checked nights. Streets without a road class are not included',
      ],
      slots: { listTop: NightsBasis },
    }),
    onConsole(strategyVersion, { link: VERSIONS, labels: false }),
    onConsole(specialDay, {
      labels: false,
      empty: [
        '新增节假日和调休上班日，特殊日策略可按它们执行',
        'Add public holidays and makeup workdays, which special strategies can follow',
      ],
    }),
    onConsole(calendarLimit, {
      labels: false,
      empty: ['新增型号限制；没有设置的型号按默认限制处理', 'Add the limits of a model. Models without a row have the default limits'],
    }),
    onConsole(roadClass, {
      labels: false,
      own: true,
      empty: ['新增道路等级及其最低亮度，策略不得低于它', 'Add road classes with their minimum levels: no strategy may go below them'],
    }),
  ],
})
