import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { onOffLifecycle } from './on-off.lifecycle.ts'
import { DAYS } from './periods.ts'

const [SCREEN, BROADCAST] = ['INFO-SCREEN', 'BoxBroadcast'] as const
/** Returns the device model of a type (rule.strategy.devModel). */
export const modelOf = (type: number): string => (type === 1 ? SCREEN : BROADCAST)

const time = (zh: string, en: string, example: string) =>
  f.text({
    label: [zh, en],
    required: true,
    initial: example,
    example,
    match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: ['应为 HH:mm', 'must be HH:mm'] },
  })

/** Strategies that define when screens and broadcast units are on: screens vis.onOff and rt.visual.onOffStrategyAdd. */
export const onOffStrategy = defineResource({
  name: 'media.onOffStrategy',
  label: ['开关策略', 'On/off strategy'],
  about: [
    '信息屏和广播音柱每周的开关时间；发布后设备自行执行',
    'Weekly on and off times of screens and broadcast units; devices follow them by themselves',
  ],
  code: 'onoff',
  page: {
    path: '/visual/equipmentMana/onOffStrategy/index',
    label: ['开关策略', 'On/off strategies'],
    icon: 'control',
    sort: 30,
    parent: 'pole_media',
  },
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-strategy/strategy',
    verbs: ['page', 'detail', 'submit', 'remove'],
    calls: {
      'GET blade-strategy/strategy/detail': { verb: 'detail', names: { strategyId: 'id' } },
      'POST blade-strategy/strategy/save': { verb: 'submit' },
    },
  },
  lifecycle: onOffLifecycle,
  fields: {
    name: f.text({ label: ['策略名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    status: f.state(onOffLifecycle, { label: ['状态', 'State'], list: true, search: true }),
    type: f.choice(
      { 1: ['信息屏', 'Info screens'], 2: ['广播音柱', 'Broadcast units'] },
      { label: ['设备类型', 'Devices'], required: true, initial: 1, list: true, search: true },
    ),
    /** The server derives it from the type. A call that sends another model is refused (rule.strategy.devModel). */
    devModel: f.text({
      label: ['设备型号', 'Device model'],
      form: false,
      max: 40,
      search: true,
      example: SCREEN,
      match: {
        pattern: `${SCREEN}|${BROADCAST}`,
        text: ['应为 INFO-SCREEN 或 BoxBroadcast', 'is INFO-SCREEN or BoxBroadcast'],
      },
    }),
    following: f.int({ label: ['下发设备', 'Sent to'], readonly: true, form: false, from: 'control.params', list: true }),
    periods: f.items(
      {
        days: f.choice(DAYS, { label: ['星期', 'Days'], required: true, initial: 127 }),
        on: time('开启时间', 'On at', '08:00'),
        off: time('关闭时间', 'Off at', '22:00'),
      },
      { label: ['开启时段', 'On'], required: true, max: 14 },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  io: { export: true },
})
