import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'

/** Functions that a project may lack, with the pages that they show. */
export const SUN_FUNCTIONS = {
  customBattery: { label: ['自定义电池', 'Custom battery'], pages: ['/sun/param/customBattery'] },
  waterLevel: { label: ['水位', 'Water level'], pages: ['/sun/param/waterlevel'] },
  lampSway: { label: ['灯杆晃动', 'Pole sway'], pages: ['/sun/param/lampSway'] },
  gps: { label: ['GPS 定位', 'GPS'], pages: ['/sun/param/gpsinfo'] },
  lora: { label: ['LoRa', 'LoRa'], pages: ['/sun/lora'] },
} as const satisfies Readonly<Record<string, { readonly label: Text; readonly pages: readonly string[] }>>
export type SunFunction = keyof typeof SUN_FUNCTIONS

const shown = (name: SunFunction) => f.flag({ label: SUN_FUNCTIONS[name].label, initial: true, list: true })

/** Which functions the solar pages show for a project: screen rt.sun.sunFunction. A project without a row has all. */
export const sunFunction = defineResource({
  name: 'solar.function',
  label: ['功能定制', 'Solar function set'],
  about: [
    '按项目显示或隐藏太阳能页面；没有设置的项目显示全部功能',
    'Shows or hides solar pages by project. A project without a row has all functions',
  ],
  code: 'sun_function',
  scope: 'project',
  roles: 'access',
  page: { path: '/sun/terminal/sunFunction', label: ['功能定制', 'Solar functions'], icon: 'control', sort: 20, parent: 'sun_terminal' },
  api: { base: 'blade-sun/sunfunction', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], required: true, unique: true, list: true, search: true }),
    customBattery: shown('customBattery'),
    waterLevel: shown('waterLevel'),
    lampSway: shown('lampSway'),
    gps: shown('gps'),
    lora: shown('lora'),
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  io: { export: true, import: { key: 'name' } },
})
