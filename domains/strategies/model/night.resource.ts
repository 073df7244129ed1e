import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const count = (zh: string, en: string) => f.int({ label: [zh, en], readonly: true, list: true })

/** Results of the night check: for each night, how many lamps kept their calendar. */
export const night = defineResource({
  name: 'strategies.night',
  label: ['夜间核对', 'Night check'],
  about: ['每晚灯具实际开关与策略的对照', 'How the lamps kept their calendars each night'],
  code: 'strategy_night',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/city/strategyCenter/nights', label: ['夜间核对', 'Night checks'], icon: 'moon', sort: 25, parent: 'strategy_checks' },
  api: { base: 'blade-strategy/workstrategy/night', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day', times: false },
  fields: {
    day: f.text({ label: ['夜晚', 'Night'], readonly: true, max: 10, list: true, search: true }),
    lamps: count('核对灯具', 'Lamps'),
    kept: count('按策略执行', 'Kept'),
    deviating: count('偏离', 'Deviating'),
    silent: count('无上报', 'Not heard from'),
    overridden: count('手动控制', 'Overridden'),
    belowMinutes: f.int({ label: ['低于等级', 'Below the class'], unit: 'min', readonly: true, list: true }),
  },
  io: { export: true },
})

/** Likely causes, by their place in `CAUSES` of the calendar engine. */
const CAUSE = {
  1: ['时钟漂移', 'Clock drift'],
  2: ['未执行夏令时', 'No daylight saving'],
  3: ['时区错误', 'Wrong time zone'],
  4: ['经度符号错误', 'Longitude sign'],
  5: ['位置错误', 'Wrong position'],
  6: ['旧日历', 'Old calendar'],
  7: ['未动作', 'Did not act'],
  8: ['亮度错误', 'Wrong level'],
  0: ['原因不明', 'Unknown'],
} as const
const amount = f.int({
  label: ['偏差量', 'Deviation'],
  readonly: true,
  list: true,
  hint: ['漂移为秒/天，时区为分钟', 'Clock drift in seconds a day, time zone in minutes'],
})
const day = f.text({ label: ['夜晚', 'Night'], readonly: true, max: 10, list: { width: 120, least: 120 }, search: true })
const place = {
  projectId: f.ref('places.project', { label: ['项目', 'Project'], readonly: true, search: true }),
  areaId: f.ref('places.area', { label: ['区域', 'Area'], readonly: true, list: true, search: true }),
} as const
const feeding = {
  cabinetId: f.ref('cabinets.switchbox', { label: ['配电箱', 'Switch box'], readonly: true, list: true, search: true }),
  gatewayId: f.ref('devices.gateway', { label: ['网关', 'Gateway'], readonly: true, list: true, search: true }),
} as const

/** A lamp that did not keep its calendar in a night, with the likely cause. */
export const deviation = defineResource({
  name: 'strategies.deviation',
  label: ['策略偏离', 'Deviation'],
  about: ['未按策略执行的灯具及可能原因', 'Lamps that did not keep their calendar, and the likely cause'],
  code: 'strategy_deviation',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/deviations',
    label: ['策略偏离', 'Deviations'],
    icon: 'warning',
    sort: 26,
    parent: 'strategy_checks',
  },
  api: { base: 'blade-strategy/workstrategy/deviation', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day', times: false },
  fields: {
    day,
    controllerId: f.ref('lighting.controller', { label: ['控制器', 'Controller'], readonly: true, list: true, search: true }),
    cause: f.choice(CAUSE, { label: ['可能原因', 'Likely cause'], readonly: true, list: true, search: 'in' }),
    missing: count('未动作', 'Missing'),
    // Empty if the lamp did not act at all.
    late: f.int({ label: ['最大偏差', 'Maximum delay'], unit: 's', readonly: true, list: true }),
    expected: count('应动作', 'Expected'),
    amount,
    ...feeding,
    ...place,
  },
  indexes: [
    ['controllerId', 'day'],
    ['day', 'id'],
  ],
  io: { export: true },
})

/** A night of all lamps of a switch box, or of a gateway: whether its lamps are late together, which points to one cause. */
export const cabinetNight = defineResource({
  name: 'strategies.cabinetNight',
  label: ['配电箱核对', 'Check of a switch box'],
  about: ['每个配电箱（或网关）下灯具的整体偏差', 'Common delay of the lamps of each switch box or gateway'],
  code: 'strategy_cabinet_night',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/cabinetNights',
    label: ['配电箱偏差', 'Deviation by switch box'],
    icon: 'warning',
    sort: 27,
    parent: 'strategy_checks',
  },
  api: { base: 'blade-strategy/workstrategy/cabinetNight', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day', times: false },
  fields: {
    day,
    ...feeding,
    ...place,
    lamps: count('核对灯具', 'Lamps'),
    deviating: count('偏离', 'Deviating'),
    late: f.int({ label: ['偏差中位数', 'Median delay'], unit: 's', readonly: true, list: true }),
    cause: f.choice(CAUSE, { label: ['共同原因', 'Common cause'], readonly: true, list: true, search: 'in' }),
    amount,
  },
  indexes: [
    ['day', 'id'],
    ['cabinetId', 'day'],
  ],
  io: { export: true },
})

/** Lamps of a street that were below the floor of its road class in a night, or dark. */
export const shortfall = defineResource({
  name: 'strategies.shortfall',
  label: ['低于道路等级', 'Below the road class'],
  about: [
    '前一晚亮度低于道路等级或不亮灯的道路和时长',
    'Streets whose lamps were below the minimum level of their road class or dark last night, and for how long',
  ],
  code: 'strategy_shortfall',
  scope: 'project',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/shortfalls',
    label: ['低于道路等级', 'Below road class'],
    icon: 'warning',
    sort: 28,
    parent: 'strategy_checks',
  },
  api: { base: 'blade-strategy/workstrategy/shortfall', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day', times: false },
  fields: {
    day,
    streetId: f.ref('lighting.street', { label: ['道路', 'Street'], readonly: true, list: true, search: true }),
    ...place,
    classId: f.ref('strategies.roadClass', { label: ['道路等级', 'Road class'], readonly: true, list: true, search: true }),
    lamps: count('灯具', 'Lamps'),
    minutes: f.int({ label: ['累计时长', 'Lamp minutes'], unit: 'min', readonly: true, list: { width: 110 } }),
    lowest: f.int({ label: ['最低亮度', 'Lowest level'], unit: '%', readonly: true, list: true }),
    floor: f.int({ label: ['要求亮度', 'Required level'], unit: '%', readonly: true, list: true }),
    begins: f.text({ label: ['开始', 'From'], readonly: true, max: 5, list: true }),
    ends: f.text({ label: ['结束', 'To'], readonly: true, max: 5, list: true }),
  },
  indexes: [
    ['day', 'id'],
    ['streetId', 'day'],
  ],
  io: { export: true },
})
