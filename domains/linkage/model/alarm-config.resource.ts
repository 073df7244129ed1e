import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { interfaceField, valueField } from './box-strategy.resource.ts'

/** Kinds of alarms by which a configuration is chosen. */
export const ALARM_TYPES = { 1: ['设备故障', 'Device fault'], 2: ['通信故障', 'Communication'] } as const satisfies Readonly<
  Record<number, Text>
>
export const COMMUNICATION = 'communicationFailure'

/** What road cabinets do when a fault of a device type begins (screen cab.alarmLinkage). */
export const alarmConfig = defineResource({
  name: 'linkage.alarmConfig',
  label: ['告警联动配置', 'Alarm linkage'],
  about: ['设备故障开始时切换机柜接口', 'Switches interfaces of cabinets when a fault of a device begins'],
  code: 'alarm_linkage',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/roadCabinet/strategyCenter/alarmLinkage',
    icon: 'alarm',
    sort: 20,
    parent: 'road_cabinet_strategy',
    label: ['告警联动配置', 'Alarm linkages'],
    find: ['name'],
  },
  api: {
    base: 'blade-strategy/boxcontrol/alarmlinkageconfig',
    verbs: ['list', 'page', 'detail', 'submit', 'remove'],
    calls: { 'GET blade-strategy/alarmlinkageconfig/getByDevType': { verb: 'page', needs: ['devType'] } },
  },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    devType: f.int({
      label: ['告警设备类型', 'Device type'],
      required: true,
      min: 1,
      max: 32_767,
      example: 4,
      quantity: false,
      list: { width: 150 },
      search: true,
    }),
    alarmType: f.choice(ALARM_TYPES, { label: ['告警类型', 'Alarm'], required: true, initial: 1, list: true, search: true }),
    subAlarmType: f.text({
      label: ['告警子类型', 'Event'],
      max: 40,
      list: true,
      example: 'lampFailure',
      match: { pattern: '[a-z][A-Za-z]*', text: ['应为事件名', 'must be the name of an event'] },
      hint: ['事件名；留空为该类型的所有故障', 'Name of an event. Empty: all faults of this kind'],
    }),
    boxTemplateId: f.ref('roadcabinets.product', {
      label: ['箱体模板', 'Box template'],
      required: true,
      list: true,
      search: true,
      titleAs: 'boxTemplateName',
    }),
    actions: f.items(
      {
        interfaceId: interfaceField,
        value: valueField,
        duration: f.int({
          label: ['持续', 'For'],
          unit: 's',
          min: 0,
          max: 86_400,
          initial: 0,
          example: 0,
          hint: ['之后切回；0 为不切回', 'Switches back after this time; 0: does not switch back'],
        }),
      },
      { label: ['动作', 'Actions'], required: true, max: 10 },
    ),
    cabinetIds: f.refs('roadcabinets.cabinet', {
      label: ['执行机柜', 'Acting cabinets'],
      hint: ['留空为告警设备所在的机柜', 'Empty: the cabinet of the device with the fault'],
    }),
    enable: f.choice(
      { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], required: true, initial: 0, list: true, search: true, tones: { 0: 'neutral', 1: 'good' } },
    ),
    actingUser: f.ref('identity.user', { label: ['执行人', 'Runs as'], readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  indexes: [['devType']],
  io: { export: true },
})

/** Is `event` one of the alarms of a configuration? */
export const isAlarm = (
  { alarmType, subAlarmType }: { readonly alarmType: number; readonly subAlarmType?: string | null },
  event: string,
): boolean => event in EVENT_TYPES && (subAlarmType ? subAlarmType === event : (event === COMMUNICATION) === (alarmType === 2))
