import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'
/** ISO days of the week, divided by commas; empty: every day. */
export const WEEKDAYS = '[1-7](,[1-7]){0,6}'
export const weekdaysField = f.text({
  label: ['星期', 'Weekdays'],
  max: 13,
  example: '1,2,3,4,5',
  hint: ['1 周一 … 7 周日，逗号分隔；留空为每天', '1 Monday … 7 Sunday, separated by commas. Empty: every day'],
  match: { pattern: WEEKDAYS, text: ['应为 1 到 7，逗号分隔', 'must be days from 1 to 7, separated by commas'] },
})
export const timeField = f.text({
  label: ['时间', 'Time'],
  required: true,
  max: 5,
  example: '08:00',
  match: { pattern: TIME, text: ['应为 HH:mm', 'must be HH:mm'] },
})
/** An interface of a box: the unit and its command, `HEATER.heat`. */
export const interfaceField = f.text({
  label: ['接口', 'Interface'],
  required: true,
  max: 45,
  example: 'HEATER.heat',
  match: { pattern: '[A-Z][A-Z0-9]{0,11}\\.[a-z][A-Za-z0-9]{0,31}', text: ['应为 单元.指令', 'has the form UNIT.command'] },
})
export const valueField = f.text({
  label: ['值', 'Value'],
  required: true,
  max: 200,
  example: '1',
  hint: ['0/1 为关/开；其他指令为 JSON 参数', '0 or 1: off or on; for other commands JSON arguments'],
})

/** Both ways to bind a strategy to cabinets need this right. */
const right = {
  name: 'set',
  label: ['下发到机柜', 'Send to cabinets'],
  about: ['把箱控策略下发到机柜', 'Sends box strategies to cabinets'],
  roles: 'commands',
} as const

/** Times and days at which interfaces of road cabinets switch (screen cab.boxStrategy). */
export const boxStrategy = defineResource({
  name: 'linkage.boxStrategy',
  label: ['箱控策略', 'Box strategy'],
  about: [
    '按时间和星期切换机柜接口；下发到机柜后生效',
    'Times and weekdays at which cabinet interfaces switch; takes effect in the cabinets that it is sent to',
  ],
  code: 'box_strategy',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/roadCabinet/strategyCenter/index',
    icon: 'history',
    sort: 10,
    parent: 'road_cabinet_strategy',
    label: ['箱控策略', 'Box strategies'],
    find: ['name'],
  },
  api: {
    base: 'blade-strategy/boxcontrol/strategy',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: {
      'POST blade-strategy/boxcontrol/strategy/batch/set': { action: 'set', names: { strategyId: 'ids' } },
      'POST blade-strategy/boxcontrol/strategy/group/set': { action: 'groupSet', names: { strategyId: 'ids' } },
    },
  },
  fields: {
    name: f.text({ label: ['策略名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    boxTemplateId: f.ref('roadcabinets.product', {
      label: ['箱体模板', 'Box template'],
      required: true,
      form: 'create',
      list: true,
      search: true,
      titleAs: 'boxTemplateName',
    }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 1, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    entries: f.items(
      { interfaceId: interfaceField, time: timeField, weekdays: weekdaysField, value: valueField },
      { label: ['定时项', 'Entries'], required: true, max: 20 },
    ),
    cabinetIds: f.refs('roadcabinets.cabinet', { label: ['机柜', 'Cabinets'], readonly: true, form: false }),
    nextAt: f.time({ label: ['下次执行', 'Next run'], readonly: true, form: false, list: true }),
    actingUser: f.ref('identity.user', { label: ['执行人', 'Runs as'], readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    set: {
      label: ['下发到机柜', 'Send to cabinets'],
      on: 'row',
      right,
      input: { deviceIds: f.refs('roadcabinets.cabinet', { label: ['机柜', 'Cabinets'], required: true }) },
    },
    groupSet: {
      label: ['下发到分组', 'Send to a group'],
      on: 'row',
      path: 'setGroup',
      right,
      input: { groupId: f.ref('roadcabinets.group', { label: ['机柜分组', 'Cabinet group'], required: true }) },
    },
  },
  indexes: [['boxTemplateId']],
  io: { export: true },
})
