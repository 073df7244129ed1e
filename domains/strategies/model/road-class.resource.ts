import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const time = (zh: string, en: string, example: string) =>
  f.text({
    label: [zh, en],
    max: 5,
    example,
    match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: ['应为 HH:mm', 'must be HH:mm'] },
  })

/** Light classes of roads with the least share of light that a strategy must leave on, by time (CJJ 45, EN 13201). */
export const roadClass = defineResource({
  name: 'strategies.roadClass',
  label: ['道路照明等级', 'Road class'],
  about: ['道路等级及其最低亮度；策略不得低于它', 'Road classes and their minimum levels: no strategy may go below them'],
  code: 'road_class',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/strategyCenter/roadClass',
    label: ['照明等级', 'Road classes'],
    icon: 'road',
    sort: 40,
    parent: 'strategy_settings',
  },
  api: { base: 'blade-strategy/roadclass', verbs: ['page', 'detail', 'select', 'submit', 'remove'] },
  list: { sort: 'name' },
  fields: {
    name: f.text({ label: ['等级', 'Class'], required: true, unique: true, max: 40, list: true, search: true }),
    standard: f.choice(
      { 1: ['CJJ 45', 'CJJ 45'], 2: ['EN 13201', 'EN 13201'], 3: ['自定义', 'Custom'] },
      { label: ['标准', 'Standard'], required: true, initial: 1, list: true, search: true },
    ),
    floor: f.int({ label: ['最低亮度', 'Floor'], unit: '%', required: true, min: 0, max: 100, initial: 50, list: true }),
    lateFrom: time('深夜开始', 'Late from', '23:00'),
    lateTo: time('深夜结束', 'Late until', '05:00'),
    lateFloor: f.int({ label: ['深夜最低亮度', 'Minimum level late at night'], unit: '%', min: 0, max: 100, list: true }),
    areaIds: f.refs('places.area', { label: ['适用区域', 'Areas'], list: true, hint: ['包括下级区域', 'Includes the areas below'] }),
    streetIds: f.refs('lighting.street', {
      label: ['适用道路', 'Streets'],
      hint: ['优先于区域', 'Takes precedence over the class of the area'],
    }),
    controllerIds: f.refs('lighting.controller', {
      label: ['适用单灯', 'Lamps'],
      hint: ['优先于道路和区域', 'Takes precedence over the classes of street and area'],
      alone: true,
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
