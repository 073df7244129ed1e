import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { OPERATOR_CHOICES } from './trigger.ts'

/** Device type of lamp controllers, the example in the API document. */
const CONTROLLER = 4
/** Pattern of the values with which a trigger compares a property: a number, or the key of a choice. */
const triggerValue = { pattern: '[A-Za-z0-9_.+-]{1,60}', text: ['应为数值或选项', 'must be a number or a choice'] } as const
export const ACTIONS_MOST = 8
export const typeField = (zh: string, en: string) =>
  f.int({ label: [zh, en], min: 1, max: 32_767, required: true, example: CONTROLLER, quantity: false, list: { width: 150 }, search: true })

/** A command of a linkage. */
export const actionItem = {
  devType: f.int({
    label: ['设备类型', 'Device type'],
    min: 1,
    max: 32_767,
    hint: ['留空为模板的执行设备类型', 'Empty: the type of the acting devices of the template'],
    example: CONTROLLER,
  }),
  cmd: f.text({ label: ['指令', 'Command'], required: true, max: 32, example: 'dim' }),
  args: f.text({ label: ['参数', 'Arguments'], max: 2000, example: '{"level":50}' }),
  delay: f.int({ label: ['延时', 'Delay'], unit: 's', min: 0, max: 3600, initial: 0, example: 0 }),
} as const

/** Templates of linkages: a condition on the values of a device type, and commands (screen vis.linkageTpl). */
export const linkageTemplate = defineResource({
  name: 'linkage.template',
  label: ['联动模板', 'Linkage template'],
  about: [
    '触发条件和执行动作；实例把模板绑定到设备',
    'A condition on reported values and the commands that it causes; instances bind it to devices',
  ],
  code: 'linkage_template',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/visual/linkage/template', icon: 'book', sort: 20, parent: 'visual_linkage', find: ['name'] },
  api: {
    base: 'blade-strategy/linkage/template',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: { 'GET blade-strategy/linkage/template/by/id': { verb: 'detail' } },
  },
  fields: {
    name: f.text({ label: ['模板名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    toggleDevType: typeField('触发设备类型', 'Trigger type'),
    property: f.text({
      label: ['属性', 'Property'],
      required: true,
      max: 40,
      example: 'power',
      list: true,
      match: { pattern: '[A-Za-z][A-Za-z0-9_]*', text: ['应为属性名', 'must be the name of a property'] },
    }),
    operator: f.choice(OPERATOR_CHOICES, { label: ['比较', 'Comparison'], required: true, initial: 1, list: true }),
    value: f.text({ label: ['触发值', 'Value'], required: true, max: 60, example: '200', list: true, match: triggerValue }),
    againValue: f.text({
      label: ['恢复阈值', 'Re-arm threshold'],
      max: 60,
      example: '150',
      match: triggerValue,
      hint: [
        '数值回到该阈值后才能再次触发；留空为条件结束即可',
        'Triggers again only after the value has returned to this threshold. Empty: once the condition has ended',
      ],
    }),
    holdSeconds: f.int({
      label: ['持续时间', 'Holds for'],
      unit: 's',
      min: 0,
      max: 86_400,
      initial: 0,
      list: true,
      hint: ['条件连续成立这么久才触发', 'The condition must hold continuously for this long'],
    }),
    devType: typeField('执行设备类型', 'Acting type'),
    actions: f.items(actionItem, { label: ['动作', 'Actions'], required: true, max: ACTIONS_MOST }),
    instances: f.int({ label: ['实例数', 'Instances'], readonly: true, form: false, from: 'linkage.instance', list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
