import { defineConsole, later, menuPage } from '@lamplight/console-kit'
import { alsoAt, onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole, recordPages } from '@lamplight/control/console'
import { f } from '@lamplight/fields/model'
import type { ResourceDefinition, Text } from '@lamplight/kit'
import { lazy } from 'react'
import { environment } from '../domain.ts'
import { envSensorType } from '../model/env-sensor.device.ts'
import { envSensor } from '../model/env-sensor.resource.ts'
import { fault } from '../model/fault.resource.ts'
import { sprayControl, sprayRecord, trashCollection, trashCommand, trashGroup, trashOverview, wellGroup } from '../model/pages.ts'
import { sprayType } from '../model/spray.device.ts'
import { spray } from '../model/spray.resource.ts'
import { trashType } from '../model/trash.device.ts'
import { trash } from '../model/trash.resource.ts'
import { wellType } from '../model/well.device.ts'
import { well } from '../model/well.resource.ts'
import type { FacilityName } from './facility.ts'
import { N } from './names.messages.ts'

interface TabProps {
  readonly row: { readonly id: string }
}
const NameCell = later(async () => (await import('./fault-cells.tsx')).NameCell)
const DeviceCell = later(async () => (await import('@lamplight/devices/console')).DeviceCell)
const MeasuredCell = later(async () => (await import('./fault-cells.tsx')).MeasuredCell)
const ForecastStrip = later(async () => (await import('./forecast.tsx')).ForecastStrip)
const EnvStatistics = lazy(async () => ({ default: (await import('./env-statistics.tsx')).EnvStatistics }))

/** Tabs of a bin or a well. Their code is loaded when they open. */
const tabsOf = (name: FacilityName) => {
  const Today = lazy(async () => ({ default: (await import('./facility-today.tsx')).facilityToday(name) }))
  const Records = lazy(async () => {
    const { FacilityRecords } = await import('./facility-records.tsx')
    return { default: ({ row }: TabProps) => <FacilityRecords name={name} deviceId={row.id} /> }
  })
  return { today: { label: N.today, body: Today }, records: { label: N.records, body: Records } }
}

const GROUP = { resource: 'devices.group', permission: 'device_group_view' } as const
/** Changes the definition of groups: `base` has the calls with `memberIds`, and the lamp type is left out. `members`: resource of the members. */
const withMembers =
  (base: string, members: string, label: Text) =>
  ({ fields: { lampType: _none, ...fields }, api, ...group }: ResourceDefinition): ResourceDefinition => ({
    ...group,
    api: {
      ...api,
      verbs: api.verbs.filter((verb) => !['detail', 'create', 'put'].includes(verb)),
      calls: { [`GET ${base}/detail` as const]: { verb: 'detail' }, [`POST ${base}/submit` as const]: { verb: 'submit' } } as const,
    },
    fields: { ...fields, memberIds: f.refs(members, { label, alone: true }) },
  })
const TRASH_GROUPS = {
  ...GROUP,
  label: trashGroup.label,
  list: trashGroup.path,
  fixed: { devType: String(trashType.code) },
  as: withMembers('blade-city/trash_group', trash.name, N.bins),
} as const
const WELL_GROUPS = {
  ...GROUP,
  label: wellGroup.label,
  list: wellGroup.path,
  fixed: { devType: String(wellType.code) },
  as: withMembers('blade-city/well_group', well.name, N.covers),
} as const

export const environmentConsole = defineConsole({
  domain: environment,
  pages: [
    menuPage(trashOverview, { keepAlive: true, load: async () => (await import('./overview.page.tsx')).OverviewPage }),
    menuPage(trashCollection, { keepAlive: true, load: async () => (await import('./collection.page.tsx')).CollectionPage }),
    menuPage(trashCommand, { keepAlive: true, load: async () => (await import('./command.page.tsx')).CommandPage }),
    ...alsoAt(TRASH_GROUPS),
    ...alsoAt(WELL_GROUPS),
    ...alsoAt({
      resource: 'environment.spray',
      permission: 'spray_device_view',
      label: sprayControl.label,
      list: sprayControl.path,
    }),
    ...recordPages({ link: sprayRecord.path, label: sprayRecord.label, types: [sprayType.code] }),
  ],
  resources: [
    onDeviceConsole(trash, trashType, { counter: ['个', 'bin'], slots: { detailTabs: tabsOf('trash') } }),
    onDeviceConsole(well, wellType, { counter: ['个', 'cover'], slots: { detailTabs: tabsOf('well') } }),
    onDeviceConsole(envSensor, envSensorType, {
      slots: { listTop: ForecastStrip, detailTabs: { statistics: { label: N.statistics, body: EnvStatistics } } },
    }),
    onDeviceConsole(spray, sprayType),
    onConsole(fault, { labels: false, columns: { name: NameCell, value: MeasuredCell, deviceId: DeviceCell } }),
  ],
})
