import { defineConsole, definePage, formatTime, menuPage, zone } from '@lamplight/console-kit'
import { loadConsole, onConsole } from '@lamplight/console-kit/resource'
import { LampButtons, onDeviceConsole } from '@lamplight/control/console'
import { recordTabs } from '@lamplight/devices/console'
import { controllerType, liveTopic, SYSTEMS } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import type { Text } from '@lamplight/kit'
import { lazy } from 'react'
import { lighting } from '../domain.ts'
import { binding } from '../model/binding.listing.ts'
import { constantCurrentSource } from '../model/constant-current-source.resource.ts'
import { controller } from '../model/controller.resource.ts'
import { installCheck } from '../model/install-check.listing.ts'
import { lamp } from '../model/lamp.resource.ts'
import { lampCap } from '../model/lamp-cap.resource.ts'
import { lampSource } from '../model/lamp-source.resource.ts'
import {
  cityMap,
  controllerFile,
  controllerGroups,
  controllerImport,
  groupControl,
  lampImport,
  lampInstall,
  manualControl,
  powerControl,
  similarLamps,
} from '../model/pages.ts'
import { post } from '../model/post.resource.ts'
import { postGroup } from '../model/post-group.resource.ts'
import { power } from '../model/power.resource.ts'
import { statisticsGroup } from '../model/statistics-group.resource.ts'
import { street } from '../model/street.resource.ts'
import { workParam } from '../model/work-param.resource.ts'
import { X } from './accessory.messages.ts'
import { Child, Parent, Unbind } from './binding.tsx'
import { CheckAll, CheckRow } from './install-check.tsx'
import { CloseLamps, DimLamps, GroupLamps, ReleaseLamps } from './lamp-actions.tsx'
import { BundleInput, BundleSend } from './lazy-bundle.ts'
import { LampStateCell, LevelCell, ReportedCell, WattsCell } from './live-cells.tsx'

const LampStatus = lazy(() => import('./lamp-status.tsx').then((module) => ({ default: module.LampStatus })))

/** Live columns in the lists of lamps and controllers. */
const LIVE_COLUMNS = { currentControllerStatus: LampStateCell, dim: LevelCell, activePower: WattsCell, reportedAt: ReportedCell } as const

/** The list of city lamps begins with the lamps of city lighting. A user can remove this filter. */
const CITY_SYSTEM = { systemType: '2' } as const
const SYSTEM_FILTER = { systemType: f.choice(SYSTEMS, { label: ['所属系统', 'System'], search: true }) } as const
const systemFilters = () => SYSTEM_FILTER

/** The list of bindings begins with those of controllers to gateways. */
const LINKED_TO_GATEWAY = { type: '1' } as const

const OFFLINE = 4
const live = <R extends { currentControllerStatus?: number | null; dim?: number | null; activePower?: number | null }>(
  row: R,
  change: Readonly<Record<string, unknown>>,
): R => {
  const [state, dim, power] = change as unknown as readonly [number, number | null, number | null]
  // A push about an online lamp is its report; the server sends the push about an offline lamp.
  const reported = state === OFFLINE ? {} : { reportedAt: formatTime(Date.now(), zone.get()) }
  return { ...row, currentControllerStatus: state, dim, activePower: power, ...reported }
}

const ControllerButtons = ({ row }: { readonly row: { readonly id: string; readonly sn?: unknown } }) => (
  <LampButtons selector={{ controllerIds: [row.id] }} target={String(row.sn ?? row.id)} />
)

/** Further addresses of the city map: existing consoles link to all of them. */
const MAPS: readonly (readonly [path: string, label: Text])[] = [
  ['/city/mapScreen', ['地图大屏', 'Map screen']],
  ['/amap/map/index', ['综合地图', 'Map']],
  ['/visual/newAmap/index', ['路灯地图(新)', 'Street-light map (new)']],
]
const MAP = { keepAlive: true, full: true, load: async () => (await import('./map/map.page.tsx')).MapPage } as const
const INSTITUTE_MAP = '/intelligentInstitute/map/index'

const CONTROLLER_GROUPS = { devType: String(controllerType.code) } as const
const groupsOfControllers = async () => {
  const [console, { listPageOf }] = await Promise.all([loadConsole('devices.group'), import('@lamplight/console-kit/list')])
  return console ? listPageOf(console, CONTROLLER_GROUPS) : () => null
}
/** Pages of the control centre: lists with commands. */
const CONTROLS = [
  [manualControl, 'ManualPage'],
  [groupControl, 'GroupControlPage'],
  [powerControl, 'PowerControlPage'],
] as const

export const lightingConsole = defineConsole({
  domain: lighting,
  pages: [
    menuPage(cityMap, MAP),
    ...MAPS.map(([path, label]) => definePage({ path, label, permission: cityMap.opens, ...MAP })),
    definePage({
      path: INSTITUTE_MAP,
      label: ['院所地图', 'Institute map'],
      permission: cityMap.opens,
      ...MAP,
      load: async () => (await import('./map/map.page.tsx')).InstituteMapPage,
    }),
    ...CONTROLS.map(([entry, page]) => menuPage(entry, { load: async () => (await import('./control-lists.page.tsx'))[page] })),
    definePage({
      path: '/fastMap',
      label: ['分享的地图', 'Shared map'],
      bare: true,
      load: async () => (await import('./map/fast-map.page.tsx')).FastMapPage,
    }),
    menuPage(lampImport, { load: async () => (await import('./import/import.page.tsx')).LampImportPage }),
    menuPage(controllerImport, { load: async () => (await import('./import/import.page.tsx')).ControllerImportPage }),
    menuPage(lampInstall, { load: async () => (await import('./import/import.page.tsx')).InstallPage }),
    menuPage(controllerFile, { load: async () => (await import('./controller-export.page.tsx')).ControllerExportPage }),
    menuPage(controllerGroups, { load: groupsOfControllers }),
    menuPage(similarLamps, { load: async () => (await import('./similar.page.tsx')).SimilarPage }),
  ],
  resources: [
    onConsole(binding, {
      link: '/city/bindInformation',
      preset: LINKED_TO_GATEWAY,
      columns: { sn: Child, parentSn: Parent },
      slots: { rowEnd: { label: X.unbind, body: Unbind } },
    }),
    onConsole(installCheck, {
      empty: X.installNone,
      refresh: { seconds: 60, busy: { answer: { eq: 0 } } },
      slots: { toolbarLead: CheckAll, rowEnd: { label: X.again, right: 'controller_read', body: CheckRow } },
    }),
    onConsole(lamp, {
      details: '/city/lampmanagement/lampinformation/details',
      was: ['/city/lampmanagement/lampinformation'],
      columns: LIVE_COLUMNS,
      counter: ['盏', 'lamp'],
      find: ['name', 'sn'],
      useFilters: systemFilters,
      preset: CITY_SYSTEM,
      actions: { dim: DimLamps, close: CloseLamps, release: ReleaseLamps },
      byFilter: ['dim', 'close', 'release'],
      slots: {
        toolbar: GroupLamps,
        detailTop: LampStatus,
        detailTabs: recordTabs((row) => (row as { readonly controllerId?: string | null }).controllerId, {
          rejected: true,
          meter: { resource: controller, type: controllerType },
        }),
      },
      // news come under the device that drives the lamp
      live: { topic: 'lamps', apply: live, keyOf: (row) => row.controllerId ?? '' },
      import: { page: lampImport.path },
    }),
    onDeviceConsole(controller, controllerType, {
      details: '/city/basisaccessories/controller/controllerinformation/details/index',
      was: ['/city/basisaccessories/controller/controllerinformation'],
      // The search finds lamps, whose pages lead to their controllers.
      find: undefined,
      columns: LIVE_COLUMNS,
      commandButtons: ControllerButtons,
      live: { topic: liveTopic(controllerType.name), apply: live },
      import: { page: controllerImport.path },
      byFilter: ['setSource', 'setCap'],
    }),
    onConsole(lampSource),
    onConsole(constantCurrentSource),
    onConsole(lampCap),
    onConsole(power),
    onConsole(postGroup, { own: true }),
    onConsole(statisticsGroup, { own: true }),
    onConsole(workParam, { inputs: { params: BundleInput }, actions: { send: BundleSend } }),
    onConsole(street, { counter: ['条', 'street'] }),
    onConsole(post, {
      details: '/city/lampmanagement/lamppost/details',
      was: ['/city/lamppost/index'],
      find: ['name', 'sn'],
    }),
  ],
})
