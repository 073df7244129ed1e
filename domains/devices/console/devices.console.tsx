import { Age, definePage, formatTime, menuPage, zone } from '@lamplight/console-kit'
import { laterPages, onConsole, withPlain } from '@lamplight/console-kit/resource'
import { rightLabel } from '@lamplight/kit'
import { lazy } from 'react'
import { devices } from '../domain.ts'
import { errorPacket } from '../model/error-packet.resource.ts'
import { esimCard } from '../model/esim-card.resource.ts'
import { gatewayType } from '../model/gateway.device.ts'
import { gateway } from '../model/gateway.resource.ts'
import { GATEWAY_SIZES, gatewayPlace } from '../model/gateway-page.ts'
import { group } from '../model/group.resource.ts'
import { liveTopic } from '../model/live-topic.ts'
import { deviceModel } from '../model/model.resource.ts'
import {
  DEVICE_LOG,
  deviceKinds,
  deviceLife,
  deviceRegister,
  maintenanceLog,
  offlineDiagnosis,
  unregisteredDevices,
} from '../model/pages.ts'
import { plain } from '../model/plain.ts'
import { deviceType, FIRST_ROW_TYPE, ROW_TYPES } from '../model/type.resource.ts'
import { typedDevice } from '../model/typed-device.resource.ts'
import { EnableSwitch } from './enable-switch.tsx'
import { useGatewayFilters } from './gateway-filters.ts'
import { GatewayChildren } from './lazy-children.ts'
import { TypeCell, TypeInput } from './lazy-types.ts'
import { recordTabs } from './records/record-tabs.tsx'

const tabs = () => import('./gateway-tabs.tsx')
const GatewayMessage = lazy(() => tabs().then((module) => ({ default: module.GatewayMessage })))
const GatewaySignIns = lazy(() => import('./records/sign-ins.tsx').then((module) => ({ default: module.GatewaySignIns })))
const GroupCategory = lazy(() => import('./groups/group-words.tsx').then((module) => ({ default: module.GroupCategory })))
const GroupType = lazy(() => import('./groups/group-words.tsx').then((module) => ({ default: module.GroupType })))
const GroupMembers = lazy(() => import('./groups/group-members.tsx').then((module) => ({ default: module.GroupMembers })))
const SecretDialog = lazy(() => import('./secret.dialog.tsx').then((module) => ({ default: module.SecretDialog })))
const EsimValidity = lazy(() => import('./esim-validity.tsx').then((module) => ({ default: module.EsimValidity })))
const DefinitionCell = lazy(() => import('./definition-cell.tsx').then((module) => ({ default: module.DefinitionCell })))
const AssignDialog = lazy(() => import('./register/assign.dialog.tsx').then((module) => ({ default: module.AssignDialog })))

/** State of a device (decisions.md B2). */
const OFFLINE = 4

export const devicesConsole = withPlain(plain, {
  domain: devices,
  pages: [
    menuPage(unregisteredDevices, { load: async () => (await import('./register/unregistered.page.tsx')).UnregisteredPage }),
    menuPage(deviceRegister, { load: async () => (await import('./register/register.page.tsx')).RegisterPage }),
    menuPage(offlineDiagnosis, { load: async () => (await import('./register/register.page.tsx')).OfflinePage }),
    ...[DEVICE_LOG, maintenanceLog].flatMap(({ path, label }) =>
      laterPages({ code: 'device_log', link: path, label, load: async () => (await import('./records/log.tsx')).log }).slice(0, 1),
    ),
    menuPage(deviceLife, { load: async () => (await import('./records/life.page.tsx')).DeviceLifePage }),
    menuPage(deviceKinds, { load: async () => (await import('./types.page.tsx')).DeviceTypesPage }),
    definePage({
      path: '/city/delayOfflineSetting/index',
      label: rightLabel(gateway.page, 'gateway_delay'),
      permission: 'gateway_delay',
      load: async () => (await import('./delay-offline.page.tsx')).DelayOfflinePage,
    }),
  ],
  resources: [
    onConsole(gateway, {
      deviceCode: gatewayType.code,
      details: '/visual/equipmentMana/gateway/details',
      was: ['/equipmentMana/gateway'],
      find: ['name', 'sn'],
      useFilters: useGatewayFilters,
      state: 'online',
      placeOf: gatewayPlace,
      sizes: GATEWAY_SIZES,
      columns: { lastSeen: ({ value }) => <Age at={value} /> },
      actions: { assign: AssignDialog, secret: SecretDialog },
      slots: {
        detailTabs: {
          children: { label: ['子设备', 'Devices'], body: GatewayChildren },
          message: { label: ['异常报文', 'Rejected messages'], body: GatewayMessage },
          signIns: { label: ['登录', 'Sign-ins'], body: GatewaySignIns },
          ...recordTabs(),
        },
      },
      live: {
        topic: 'gateways',
        apply: (row, { online, at }) => ({
          ...row,
          online: online === 1,
          ...(typeof at === 'number' && { lastSeen: formatTime(at, zone.get()) }),
        }),
      },
    }),
    // The products slice has the page with the editor.
    onConsole(deviceType, {
      formPage: true,
      // Calls take the code as it is, so it is shown without separators of thousands.
      columns: { code: ({ value }) => value, descriptor: DefinitionCell },
    }),
    onConsole(typedDevice, {
      find: ['name', 'sn'],
      state: 'deviceState',
      deviceCode: FIRST_ROW_TYPE,
      pages: { list: async () => (await import('./typed-list.page.tsx')).TypedListPage },
      columns: {
        reportedAt: ({ value }) => <Age at={value as string | null} />,
        enable: EnableSwitch,
      },
      slots: { detailTabs: recordTabs(undefined, { meter: { resource: typedDevice } }) },
      live: {
        topic: liveTopic(ROW_TYPES),
        apply: (row, { state, reportedAt }) => ({
          ...row,
          ...(typeof state === 'number' && { deviceState: state, online: state !== OFFLINE }),
          ...(typeof reportedAt === 'number' && { reportedAt: formatTime(reportedAt, zone.get()) }),
        }),
      },
    }),
    onConsole(deviceModel, {
      find: ['name'],
      columns: { devType: TypeCell },
      inputs: { devType: TypeInput },
    }),
    onConsole(errorPacket, {
      labels: false,
      empty: [
        '没有错误数据包。平台未采用的报文会出现在这里',
        'No rejected messages. Messages that the platform does not accept appear here',
      ],
    }),
    onConsole(esimCard, {
      counter: ['张', 'card'],
      empty: [
        '还没有SIM卡；可逐张新增，或用导入一次录入表格中的全部卡',
        'There is no SIM card yet. Add one, or import all cards of a sheet',
      ],
      slots: { listTop: EsimValidity },
    }),
    onConsole(group, {
      details: '/city/lampmanagement/lampgroup/details',
      was: ['/city/lampGroups/index'],
      columns: { category: GroupCategory, type: GroupType },
      slots: { detailTabs: { members: { label: ['成员', 'Members'], body: GroupMembers } } },
    }),
  ],
})
