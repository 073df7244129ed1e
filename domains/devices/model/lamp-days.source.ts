import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'

/** Daily sums of lamp controllers by project, area and supplier. */
export const lampDays = defineReportSource({
  name: 'devices.lampDays',
  from: 'devices_area_daily',
  day: 'day',
  place: { project: 'project_id', area: 'area_id' },
  dimensions: {
    areaId: { column: 'area_id', field: f.ref('places.area', { label: ['区域', 'Area'] }) },
    projectId: { column: 'project_id', field: f.ref('places.project', { label: ['项目', 'Project'] }) },
    supplierId: { column: 'supplier_id', field: f.ref('devices.supplier', { label: ['供应商', 'Supplier'] }) },
  },
  sums: {
    /** Number of controllers that reported on the day. */
    deviceDays: 'devices',
    dueDays: 'due',
    /** mWh */
    energy: 'energy',
    /** ms */
    onTime: 'on_ms',
    onlineTime: 'online_ms',
    dueTime: 'due_ms',
  },
  levels: [
    { from: 'devices_area_monthly', grain: 'month', without: [] },
    { from: 'devices_project_daily', grain: 'day', without: ['areaId'] },
    { from: 'devices_place_daily', grain: 'day', without: ['projectId', 'supplierId'] },
  ],
})
