import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { segmentsWords } from './level-words.ts'

const lux = (zh: string, en: string, initial: number) =>
  f.int({ label: [zh, en], unit: 'lx', min: 0, max: 1000, required: true, initial, example: initial, list: true })

export const sunModeLux = { duskLux: lux('天黑照度', 'Dusk below', 10), dawnLux: lux('天亮照度', 'Dawn from', 30) } as const

/** The mode that a solar lamp stores. It has no calls of its own: `strategies.sunMode` sends it. */
export const sunModeFamily = defineParamFamily({
  name: 'sunMode',
  label: ['太阳能模式', 'Solar mode'],
  code: 'sun_mode',
  types: ['solarLamp'],
  fields: {
    segments: f.text({
      label: ['时段', 'Segments'],
      required: true,
      max: 100,
      inWords: segmentsWords,
      example: '240=100/100;360=40/80',
      hint: ['分钟=亮度/有人时亮度，从天黑起依次', 'Minutes=level/level on motion, in turn from dusk'],
    }),
    ...sunModeLux,
  },
  ascending: [['duskLux', 'dawnLux']],
  ops: ['set'],
})
