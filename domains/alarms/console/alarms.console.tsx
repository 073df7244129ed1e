import { defineConsole, menuPage } from '@lamplight/console-kit'
import { alsoAt, onConsole } from '@lamplight/console-kit/resource'
import { DeviceCell, PropertyName, PropertySelect, TypeCell, TypeInput, typeFilters } from '@lamplight/devices/console'
import { type ComponentProps, lazy } from 'react'
import { alarms } from '../domain.ts'
import { alarm, INTEGRATED } from '../model/alarm.resource.ts'
import { alarmedDevice } from '../model/alarmed-device.listing.ts'
import { faultInfo } from '../model/fault-info.resource.ts'
import { incident } from '../model/incident.resource.ts'
import {
  alarmOffline,
  alarmStatistics,
  cabinetAlarms,
  errorPackets,
  instituteAlarms,
  solarFaults,
  sosAlarms,
  visualAlarms,
} from '../model/pages.ts'
import { serviceRecord } from '../model/service-record.resource.ts'
import { sosCall } from '../model/sos-call.resource.ts'
import { alarmConfig, alarmTemplate } from '../model/threshold.resource.ts'
import { LimitValue } from './limit-value.tsx'
import { SinceCell } from './since-cell.tsx'

const AlarmSteps = lazy(async () => ({ default: (await import('./alarm-steps.tsx')).AlarmSteps }))
const IncidentTop = lazy(async () => ({ default: (await import('./incident-top.tsx')).IncidentTop }))
/** The property of a limit, by its name in the device type. */
const LimitProperty = ({ value, row }: { readonly value: string | null; readonly row: { readonly devType: number | null } }) => (
  <PropertyName devType={row.devType} value={value} />
)
/** Chooses the property of a limit among those of its device type. */
const LimitPropertyInput = ({
  draft,
  ...props
}: Omit<ComponentProps<typeof PropertySelect>, 'devType'> & { readonly draft: { readonly devType?: number | null | undefined } }) => (
  <PropertySelect id={props.id} value={props.value} invalid={props.invalid} onChange={props.onChange} devType={draft.devType} />
)
const SOS = { alarmType: '4' } as const
const SOLAR = { deviceType: '7' } as const
/** The institutes' own projects (decisions.md A41). */
const INSTITUTE = { projectType: '4' } as const
const ROAD_CABINET = { deviceType: '23' } as const
const here = { resource: alarm.name, permission: 'alarm_view' } as const

const useTypeFilter = typeFilters({ devType: alarmConfig.fields.devType.options.label })

export const alarmsConsole = defineConsole({
  domain: alarms,
  pages: [
    menuPage(alarmStatistics, { load: async () => (await import('./statistics.page.tsx')).StatisticsPage }),
    menuPage(alarmOffline, { load: async () => (await import('./offline.page.tsx')).OfflinePage }),
    ...alsoAt({ ...here, label: visualAlarms.label, list: visualAlarms.path, fixed: INTEGRATED }),
    ...alsoAt({ ...here, label: sosAlarms.label, list: sosAlarms.path, fixed: SOS }),
    ...alsoAt({ ...here, label: solarFaults.label, list: solarFaults.path, fixed: SOLAR }),
    ...alsoAt({ ...here, label: instituteAlarms.label, list: instituteAlarms.path, fixed: INSTITUTE }),
    ...alsoAt({
      resource: 'devices.errorPacket',
      permission: 'error_packet_view',
      label: errorPackets.label,
      list: errorPackets.path,
    }),
    ...alsoAt({ ...here, label: cabinetAlarms.label, list: cabinetAlarms.path, fixed: ROAD_CABINET }),
  ],
  resources: [
    onConsole(alarmedDevice, { empty: ['没有未处理的告警', 'No device has an open alarm'], refresh: { seconds: 30 } }),
    onConsole(incident, {
      find: ['name'],
      labels: false,
      state: 'state',
      columns: { beganAt: SinceCell },
      slots: { detailTop: IncidentTop },
      empty: [
        '没有事件。一个原因使多台设备同时离线时会出现在这里',
        'No incidents. One appears here when several devices go offline from one cause',
      ],
    }),
    onConsole(alarm, {
      find: ['sn', 'name'],
      labels: false,
      state: 'dispose',
      columns: { beganAt: SinceCell, deviceId: DeviceCell, deviceType: TypeCell },
      slots: { detailTop: AlarmSteps },
      empty: ['没有告警。设备上报故障或离线时会出现在这里', 'No alarms. They appear here when devices report a fault or go offline'],
    }),
    onConsole(faultInfo, {
      labels: false,
      empty: ['没有故障信息。从告警确认后录入', 'No faults. Enter them from confirmed alarms'],
    }),
    onConsole(alarmTemplate, {
      find: ['name'],
      useFilters: useTypeFilter,
      labels: false,
      columns: { devType: TypeCell, property: LimitProperty, value: LimitValue },
      inputs: { devType: TypeInput, property: LimitPropertyInput },
      empty: ['新增模板：属性、比较和阈值', 'Add a template: property, comparison and limit'],
    }),
    onConsole(alarmConfig, {
      find: ['name'],
      useFilters: useTypeFilter,
      labels: false,
      columns: { devType: TypeCell, property: LimitProperty, value: LimitValue },
      inputs: { devType: TypeInput, property: LimitPropertyInput },
      empty: ['新增配置，对设备的上报值告警', 'Add a configuration: an alarm opens when a reported value exceeds it'],
    }),
    onConsole(sosCall, { labels: false, empty: ['没有SOS呼叫', 'No calls for help'] }),
    onConsole(serviceRecord, { labels: false, empty: ['没有服务记录', 'Nothing has been recorded yet'] }),
  ],
})
