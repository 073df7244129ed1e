import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'
import { deviceDimensions, lampDays, lampRowsIn, OF_DEVICES, placeFilters, streetRowsIn, THROUGH } from './lamp-days.source.ts'

/** Light of lamp controllers by night: time that calendars light them, and time in which they were lit. */
export const lightNights = defineReportSource({
  name: 'reports.lightNights',
  from: 'reports_light_lamps',
  day: 'day',
  place: { project: 'project_id', area: 'area_id' },
  dimensions: {
    areaId: lampDays.dimensions.areaId,
    projectId: lampDays.dimensions.projectId,
    supplierId: { column: 'supplier_id', field: f.ref('devices.supplier', { label: ['供应商', 'Supplier'] }) },
    ...deviceDimensions,
  },
  filters: placeFilters,
  sums: {
    lamps: 'lamps',
    whole: 'whole',
    /** ms */
    dueTime: 'due_ms',
    knownTime: 'known_ms',
    litTime: 'lit_ms',
    possibleTime: 'possible_ms',
  },
  levels: [
    { from: 'reports_light_project_daily', grain: 'day', without: ['areaId', 'supplierId', ...OF_DEVICES], counts: true },
    {
      from: 'reports_light_streets_monthly',
      grain: 'month',
      without: ['deviceId', 'supplierId'],
      through: THROUGH,
      counts: true,
      groups: streetRowsIn('reports_street_monthly', 'nights'),
    },
    { from: 'reports_light_daily', grain: 'day', without: OF_DEVICES, counts: true },
    {
      from: 'reports_light_streets',
      grain: 'day',
      without: ['deviceId', 'supplierId'],
      through: THROUGH,
      counts: true,
      groups: streetRowsIn('reports_street_daily', 'nights'),
    },
    {
      from: 'reports_light_lamps_yearly',
      grain: 'year',
      without: [],
      through: THROUGH,
      counts: true,
      groups: lampRowsIn('reports_lamp_yearly', 'nights'),
    },
    {
      from: 'reports_light_lamps_monthly',
      grain: 'month',
      without: [],
      through: THROUGH,
      counts: true,
      groups: lampRowsIn('reports_lamp_monthly', 'nights'),
    },
  ],
  single: { by: 'deviceId', count: 'lamps' },
})
