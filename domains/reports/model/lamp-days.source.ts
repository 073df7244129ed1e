import { lampDays as areaDays } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineReportSource, type SourceDimension, type SourceFilter } from '@lamplight/kit'

/** Street and lamp controller: dimensions that only rows of single devices have. */
export const deviceDimensions = {
  streetId: {
    column: 'street_id',
    field: f.ref('lighting.street', { label: ['道路', 'Street'] }),
    none: ['未关联道路', 'No street'],
  },
  deviceId: { column: 'device_id', field: f.ref('lighting.controller', { label: ['单灯控制器', 'Lamp controller'] }) },
} as const satisfies Readonly<Record<string, SourceDimension>>

/** Filters of the vocabulary of reports that are no dimension (slice M2, answer 1). */
export const placeFilters = {
  systemType: {
    field: f.choice(
      {
        2: ['城市照明', 'City lighting'],
        3: ['智慧灯杆', 'Smart poles'],
        4: ['智慧院所', 'Institutes'],
        200: ['太阳能照明', 'Solar lighting'],
      },
      { label: ['系统', 'System'] },
    ),
    dimension: 'projectId',
    from: 'places_project_systems',
    key: 'id',
    match: 'system',
    none: '2',
  },
  groupId: {
    field: f.ref('devices.group', { label: ['设备分组', 'Device group'] }),
    dimension: 'deviceId',
    from: 'devices_group_members',
    key: 'device_id',
    match: 'group_id',
  },
  statisticsGroupId: {
    field: f.ref('lighting.statisticsGroup', { label: ['统计分组', 'Statistics group'] }),
    dimension: 'deviceId',
    from: 'lighting_statistics_members',
    key: 'controller_id',
    match: 'group_id',
  },
} as const satisfies Readonly<Record<string, SourceFilter>>
export const PLACE_FILTERS = ['systemType', 'groupId', 'statisticsGroupId'] as const

/** Columns that only single devices have; the sums by area are without them. */
export const OF_DEVICES = ['streetId', 'deviceId'] as const

/** Stored numbers of the rows of the sums by lamp and by street (server/levels.ts). `count`: rows with days, or rows with nights. */
export const lampRowsIn = (table: string, count: 'days' | 'nights') => ({
  by: 'deviceId',
  rows: `${table}_rows`,
  without: OF_DEVICES,
  count,
})
export const streetRowsIn = (table: string, count: 'days' | 'nights') => ({ ...lampRowsIn(table, count), by: 'streetId' })

/** Last day that the sums by street and the sums of single lamps hold (server/levels.ts). */
export const THROUGH = 'reports_level_through'

/** Daily sums of lamp controllers: by area where that is enough, else by device. A device that was silent all day has a row too. */
export const lampDays = defineReportSource({
  ...areaDays,
  name: 'reports.lampDays',
  from: 'reports_lamp_days',
  dimensions: { ...areaDays.dimensions, ...deviceDimensions },
  filters: placeFilters,
  levels: [
    ...areaDays.levels.map((level) => ({ ...level, without: [...level.without, ...OF_DEVICES] })),
    { from: areaDays.from, grain: 'day', without: OF_DEVICES },
    {
      from: 'reports_days_streets_monthly',
      grain: 'month',
      without: ['deviceId', 'supplierId'],
      through: THROUGH,
      counts: true,
      groups: streetRowsIn('reports_street_monthly', 'days'),
    },
    {
      from: 'reports_days_streets',
      grain: 'day',
      without: ['deviceId', 'supplierId'],
      through: THROUGH,
      counts: true,
      groups: streetRowsIn('reports_street_daily', 'days'),
    },
    {
      from: 'reports_days_lamps_yearly',
      grain: 'year',
      without: [],
      through: THROUGH,
      counts: true,
      groups: lampRowsIn('reports_lamp_yearly', 'days'),
    },
    {
      from: 'reports_days_lamps_monthly',
      grain: 'month',
      without: [],
      through: THROUGH,
      counts: true,
      groups: lampRowsIn('reports_lamp_monthly', 'days'),
    },
    { from: 'reports_device_days', grain: 'day', without: ['streetId'], counts: true },
  ],
  single: { by: 'deviceId', count: 'dueDays' },
})
