import { meter, meterType } from '@lamplight/cabinets/model'
import { deviceFields } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { type DeviceProperty, defineListing, unitSymbol } from '@lamplight/kit'

/** Properties of a meter that have a history. */
export const MEASURES = ['energy', 'power', 'voltageA', 'voltageB', 'voltageC', 'currentA', 'currentB', 'currentC', 'powerFactor'] as const
const measured = ({ label, unit, decimals = 0 }: DeviceProperty) =>
  f.number({
    label,
    decimals,
    ...(unit && { unit: unitSymbol(unit) }),
    plain: true,
    list: unit === 'kW.h' ? { width: 128, least: 128 } : { width: 96, least: 84 },
  })
const values = Object.fromEntries(MEASURES.map((name) => [name, measured(meterType.properties[name])])) as Record<
  (typeof MEASURES)[number],
  ReturnType<typeof measured>
>
const { sn, name, currentControllerStatus } = deviceFields
const meterId = f.text({ label: ['电表', 'Meter'], max: 19, hidden: true })

/** Latest data of meters and their consumption of today (report.integrated_device.meter.data, screen vis.meter). */
export const meterData = defineListing({
  name: 'equipment.meter',
  label: ['电表', 'Meter'],
  about: ['电表的最新数据、今日用电和历史记录', 'Latest data of meters, consumption today and history'],
  code: 'visual_meter',
  rightsOf: meter,
  api: {
    base: 'blade-report/integrated_device/meter',
    verbs: [],
    calls: { 'GET blade-report/integrated_device/meter/data': { verb: 'page' } },
  },
  title: 'sn',
  opens: { resource: meter.name },
  list: { sort: 'sn' },
  filters: {
    projectId: f.ref('places.project', { label: ['项目', 'Project'] }),
    meterId: f.ref(meter.name, { label: ['电表', 'Meter'], hidden: true }),
  },
  fields: {
    meterId,
    sn: f.text({ ...sn.options, search: true }),
    name,
    currentControllerStatus,
    energyToday: f.number({ label: ['今日用电', 'Today'], unit: 'kWh', decimals: 2, plain: true, list: { width: 110 } }),
    ...values,
    reportedAt: f.time({ label: ['上报时间', 'Reported'], list: { width: 120 } }),
  },
  io: { export: true },
  page: { path: '/visual/equipmentMana/meter/index', label: ['电表', 'Meters'], icon: 'dashboard', sort: 61, parent: 'pole_lighting' },
})

/** The reports of meters as they sent them, newest first (report.meter.history.page). Without a time: of one meter the last year, of all meters the last day. */
export const meterReport = defineListing({
  name: 'equipment.meterReport',
  label: ['电表历史', 'Meter report'],
  about: [
    '电表上报的数据，最新的在前；不选时间时为一块表的近一年，或全部电表的近一天',
    'Reports of meters, newest first. Without a time: the last year of one meter, or the last day of all',
  ],
  code: 'visual_meter_report',
  rightsOf: meter,
  api: { base: 'blade-report/meter/history', verbs: ['page'] },
  title: 'sn',
  opens: { resource: meter.name, id: 'meterId' },
  byCode: true,
  filters: {
    meterId: f.ref(meter.name, { label: ['电表', 'Meter'] }),
    startDate: f.time({ label: ['开始时间', 'From'] }),
    endDate: f.time({ label: ['结束时间', 'To'] }),
  },
  fields: { meterId, sn, name, reportTime: f.time({ label: ['时间', 'Time'], list: { width: 186 } }), ...values },
  io: { export: true },
})
