import { defineConsole, definePage, formatTime, type Page, zone } from '@lamplight/console-kit'
import { loadConsole, onConsole } from '@lamplight/console-kit/resource'
import { LampButtons, onDeviceConsole } from '@lamplight/control/console'
import { recordTabs } from '@lamplight/devices/console'
import { controllerType, liveTopic, SYSTEMS } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import type { Text } from '@lamplight/kit'
import { lazy } from 'react'
import { lighting } from '../domain.ts'
import { constantCurrentSource } from '../model/constant-current-source.resource.ts'
import { controller } from '../model/controller.resource.ts'
import { IMPORT_CALLS } from '../model/import.ts'
import { lamp } from '../model/lamp.resource.ts'
import { lampCap } from '../model/lamp-cap.resource.ts'
import { lampSource } from '../model/lamp-source.resource.ts'
import { post } from '../model/post.resource.ts'
import { postGroup } from '../model/post-group.resource.ts'
import { power } from '../model/power.resource.ts'
import { statisticsGroup } from '../model/statistics-group.resource.ts'
import { street } from '../model/street.resource.ts'
import { workParam } from '../model/work-param.resource.ts'
import { CloseLamps, DimLamps, GroupLamps, ReleaseLamps } from './lamp-actions.tsx'
import { BundleInput, BundleSend } from './lazy-bundle.ts'
import { LampStateCell, LevelCell, ReportedCell, WattsCell } from './live-cells.tsx'
import { MAP_PATH } from './map-path.ts'
import { PAGE_TITLES } from './page-titles.ts'

const LampStatus = lazy(() => import('./lamp-status.tsx').then((module) => ({ default: module.LampStatus })))

/** Live columns in the lists of lamps and controllers. */
const LIVE_COLUMNS = { currentControllerStatus: LampStateCell, dim: LevelCell, activePower: WattsCell, reportedAt: ReportedCell } as const

/** The list of city lamps begins with the lamps of city lighting. A user can remove this filter. */
const CITY_SYSTEM = { systemType: '2' } as const
const SYSTEM_FILTER = { systemType: f.choice(SYSTEMS, { label: ['所属系统', 'System'], search: true }) } as const
const systemFilters = () => SYSTEM_FILTER

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

/** Addresses of the city map: existing consoles link to all of them. */
const MAPS: readonly (readonly [path: string, label: Text])[] = [
  [MAP_PATH, ['照明地图', 'Lighting map']],
  ['/city/mapScreen', ['地图大屏', 'Map screen']],
  ['/amap/map/index', ['综合地图', 'Map']],
  ['/visual/newAmap/index', ['路灯地图(新)', 'Street-light map (new)']],
]
const MAP = { permission: 'lamp_view', keepAlive: true, full: true } as const
const INSTITUTE_MAP = '/intelligentInstitute/map/index'

const CONTROLLER_GROUPS = { devType: String(controllerType.code) } as const
const controllerGroups = async () => {
  const [console, { listPageOf }] = await Promise.all([loadConsole('devices.group'), import('@lamplight/console-kit/list')])
  return console ? listPageOf(console, CONTROLLER_GROUPS) : () => null
}
/** Pages that join rows of several resources, and lists of other slices at an address of city lighting. */
const PAGES: readonly (readonly [path: string, label: Text, permission: string, load: Page['load']])[] = [
  [
    '/city/basisaccessories/controller/installCheck',
    PAGE_TITLES.install,
    'controller_view',
    async () => (await import('./install-check.page.tsx')).InstallCheckPage,
  ],
  [
    '/city/basisaccessories/controller/export',
    PAGE_TITLES.export,
    'controller_export',
    async () => (await import('./controller-export.page.tsx')).ControllerExportPage,
  ],
  ['/city/basisaccessories/controller/group', ['控制器分组', 'Controller groups'], 'device_group_view', controllerGroups],
  [
    '/city/lampmanagement/similarEquipment/index',
    PAGE_TITLES.similar,
    'lamp_view',
    async () => (await import('./similar.page.tsx')).SimilarPage,
  ],
  ['/city/bindInformation', PAGE_TITLES.binding, 'controller_view', async () => (await import('./binding.page.tsx')).BindingPage],
]
/** Pages of the control centre: lists with commands. */
const CONTROLS = [
  ['/city/controlCenter/manual/index', ['手动控制', 'Manual control'], 'ManualPage'],
  ['/city/controlCenter/group/index', ['分组控制', 'Group control'], 'GroupControlPage'],
  ['/visual/equipmentMana/powerControl/index', ['智慧照明控制', 'Lighting control'], 'PowerControlPage'],
] as const

export const lightingConsole = defineConsole({
  domain: lighting,
  pages: [
    ...MAPS.map(([path, label]) => definePage({ path, label, ...MAP, load: async () => (await import('./map.page.tsx')).MapPage })),
    definePage({
      path: INSTITUTE_MAP,
      label: ['院所地图', 'Institute map'],
      ...MAP,
      load: async () => (await import('./map.page.tsx')).InstituteMapPage,
    }),
    ...CONTROLS.map(([path, label, page]) =>
      definePage({ path, label, permission: 'lamp_switch', load: async () => (await import('./control-lists.page.tsx'))[page] }),
    ),
    definePage({
      path: '/fastMap',
      label: ['分享的地图', 'Shared map'],
      bare: true,
      load: async () => (await import('./fast-map.page.tsx')).FastMapPage,
    }),
    definePage({
      path: IMPORT_CALLS.lamp.page,
      label: ['灯具导入', 'Lamp import'],
      permission: IMPORT_CALLS.lamp.permission,
      load: async () => (await import('./import.page.tsx')).LampImportPage,
    }),
    definePage({
      path: IMPORT_CALLS.controller.page,
      label: ['控制器导入', 'Controller import'],
      permission: IMPORT_CALLS.controller.permission,
      load: async () => (await import('./import.page.tsx')).ControllerImportPage,
    }),
    definePage({
      path: IMPORT_CALLS.install.page,
      label: ['路灯安装', 'Lamp installation'],
      permission: IMPORT_CALLS.install.permission,
      load: async () => (await import('./import.page.tsx')).InstallPage,
    }),
    ...PAGES.map(([path, label, permission, load]) => definePage({ path, label, permission, load })),
  ],
  resources: [
    onConsole(lamp, {
      link: '/city/lampmanagement/lampinformation/index',
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
      import: { page: IMPORT_CALLS.lamp.page },
    }),
    onDeviceConsole(controller, controllerType, {
      link: '/city/basisaccessories/controller/controllerinformation/index',
      details: '/city/basisaccessories/controller/controllerinformation/details/index',
      was: ['/city/basisaccessories/controller/controllerinformation'],
      // The search finds lamps, whose pages lead to their controllers.
      find: undefined,
      columns: LIVE_COLUMNS,
      commandButtons: ControllerButtons,
      live: { topic: liveTopic(controllerType.name), apply: live },
      import: { page: IMPORT_CALLS.controller.page },
      byFilter: ['setSource', 'setCap'],
    }),
    onConsole(lampSource),
    onConsole(constantCurrentSource),
    onConsole(lampCap),
    onConsole(power),
    onConsole(postGroup, { own: true }),
    onConsole(statisticsGroup, { own: true }),
    onConsole(workParam, { inputs: { params: BundleInput }, actions: { send: BundleSend } }),
    onConsole(street, { link: '/city/street/index', counter: ['条', 'street'] }),
    onConsole(post, {
      link: '/city/lampmanagement/lamppost/index',
      details: '/city/lampmanagement/lamppost/details',
      was: ['/city/lamppost/index'],
      find: ['name', 'sn'],
    }),
  ],
})
