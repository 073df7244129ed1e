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
  page: { path: '/city/strategyCenter/nights', label: ['夜间核对', 'Night checks'], icon: 'moon', sort: 25, parent: 'strategy_center' },
  api: { base: 'blade-strategy/workstrategy/night', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day' },
  fields: {
    day: f.text({ label: ['夜晚', 'Night'], readonly: true, max: 10, list: true, search: true }),
    lamps: count('核对灯具', 'Lamps'),
    kept: count('按策略执行', 'Kept'),
    deviating: count('偏离', 'Deviating'),
    silent: count('无上报', 'Not heard of'),
    overridden: count('手动控制', 'Overridden'),
    belowMinutes: f.int({ label: ['低于等级', 'Below the class'], unit: 'min', readonly: true, list: true }),
  },
  io: { export: true },
})

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
    parent: 'strategy_center',
  },
  api: { base: 'blade-strategy/workstrategy/deviation', verbs: ['page', 'detail'] },
  title: 'day',
  list: { sort: '-day' },
  fields: {
    day: f.text({ label: ['夜晚', 'Night'], readonly: true, max: 10, list: true, search: true }),
    controllerId: f.ref('lighting.controller', { label: ['控制器', 'Controller'], readonly: true, list: true, search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], readonly: true, search: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], readonly: true, list: true, search: true }),
    cause: f.choice(
      {
        1: ['时钟漂移', 'Clock drift'],
        2: ['未执行夏令时', 'No daylight saving'],
        3: ['时区错误', 'Wrong time zone'],
        4: ['经度符号错误', 'Longitude sign'],
        5: ['位置错误', 'Wrong position'],
        6: ['旧日历', 'Old calendar'],
        7: ['未动作', 'Did not act'],
        8: ['亮度错误', 'Wrong level'],
        0: ['原因不明', 'Unknown'],
      },
      { label: ['可能原因', 'Likely cause'], readonly: true, list: true, search: 'in' },
    ),
    amount: f.int({
      label: ['程度', 'Amount'],
      readonly: true,
      list: true,
      hint: ['漂移为秒/天，时区为分钟', 'Seconds a day of a drift, minutes of a zone'],
    }),
    expected: count('应动作', 'Expected'),
    missing: count('未动作', 'Missing'),
    late: f.int({ label: ['最大偏差', 'Largest delay'], unit: 's', readonly: true, list: true }),
  },
  indexes: [
    ['controllerId', 'day'],
    ['day', 'id'],
  ],
  io: { export: true },
})
