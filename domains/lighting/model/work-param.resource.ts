import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/**
 * A named bundle of values of several parameter families, which are sent to a group as one piece of work (screen
 * city.workParam). `params` is JSON: values by family, as in the example. No device call of the catalogue sends it, so it has its own action `send`.
 */
export const workParam = defineResource({
  name: 'lighting.workParam',
  label: ['工作参数', 'Work parameter set'],
  about: ['几组参数的组合，一次下发到设备分组', 'Several sets of parameters that are sent to a group of devices together'],
  code: 'workparam',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/controlCenter/workParam/index',
    label: ['工作参数', 'Work parameters'],
    icon: 'control',
    sort: 105,
    parent: 'control_params',
  },
  api: { base: 'blade-city/workParam', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    params: f.text({
      label: ['参数', 'Parameters'],
      hint: ['勾选参数类别并填写取值', 'Choose the families and enter their values'],
      required: true,
      multiline: true,
      max: 8000,
      match: { pattern: '\\s*\\{[\\s\\S]*\\}\\s*', text: ['应为 JSON 对象', 'must be a JSON object'] },
      example: '{"timeOffset":{"onOffset":5,"offOffset":-5}}',
    }),
    contents: f.text({ label: ['内容', 'Contents'], readonly: true, max: 2000, list: { width: 420 }, english: 'contentsEn' }),
    contentsEn: f.text({ label: ['内容（英文）', 'Contents in English'], readonly: true, max: 2000, hidden: true }),
    state: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], initial: 1, list: true, search: 'in', tones: { 0: 'neutral', 1: 'good' } },
    ),
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  actions: {
    send: {
      label: ['下发到分组', 'Send to a group'],
      on: 'row',
      job: true,
      roles: 'commands',
      disabledWhen: { state: { eq: 0 } },
      input: { groupId: f.ref('devices.group', { label: ['分组', 'Group'], required: true }) },
    },
  },
  io: { export: true },
})
