import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { sunModeLux } from './sun-mode.family.ts'

const percent = (zh: string, en: string) =>
  f.int({ label: [zh, en], unit: '%', min: 0, max: 100, required: true, initial: 100, example: 100 })

/** Templates by which solar lamps divide the night: screen sun.mode. */
export const sunMode = defineResource({
  name: 'strategies.sunMode',
  label: ['太阳能模式', 'Solar mode'],
  about: ['从天黑起最多 6 个时段的亮度，以及天黑、天亮的照度', 'Up to six levels in turn from dusk, and the light at dusk and dawn'],
  code: 'sun_mode',
  scope: 'tenant',
  roles: 'devices',
  page: { path: '/sun/mode/index', icon: 'sun', sort: 45, parent: 'sun_strategies', label: ['太阳能模式', 'Solar modes'], find: ['name'] },
  api: { base: 'blade-sun/mode', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['模式名称', 'Name'], required: true, unique: true, max: 60, list: true, search: true }),
    segments: f.items(
      {
        minutes: f.int({ label: ['时长', 'Duration'], unit: 'min', min: 1, max: 960, required: true, initial: 240, example: 240 }),
        level: percent('亮度', 'Level'),
        motionLevel: percent('有人时亮度', 'Level on motion'),
      },
      { label: ['时段', 'Segments'], required: true, max: 6 },
    ),
    ...sunModeLux,
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    send: {
      label: ['下发', 'Send'],
      on: 'row',
      job: true,
      right: {
        name: 'set',
        label: ['设置太阳能模式', 'Set solar mode'],
        about: ['向太阳能灯下发模式', 'Sends modes to solar lamps'],
        roles: 'commands',
      },
      input: { deviceIds: f.refs('solar.lamp', { label: ['太阳能灯', 'Solar lamps'], required: true }) },
    },
  },
  io: { export: true },
})
