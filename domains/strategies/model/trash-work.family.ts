import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

export const trashWorkFields = {
  reportInterval: f.int({
    label: ['上报间隔', 'Report interval'],
    unit: 'min',
    min: 1,
    max: 1440,
    required: true,
    initial: 30,
    example: 30,
    list: true,
  }),
  fullThreshold: f.int({
    label: ['满溢阈值', 'Full threshold'],
    unit: '%',
    min: 1,
    max: 100,
    required: true,
    initial: 80,
    example: 80,
    list: true,
  }),
  windows: f.text({
    label: ['工作时段', 'Working times'],
    max: 100,
    example: '06:00-22:00',
    hint: ['按间隔上报的时段，逗号分隔；留空为全天', 'Periods in which bins report at this interval, separated by commas. Empty: all day'],
    match: {
      pattern: '([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d(,([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d){0,5}',
      text: ['应为 HH:mm-HH:mm，最多 6 段', 'must be at most 6 periods HH:mm-HH:mm'],
    },
  }),
} as const

/** How a trash bin works. It has no calls of its own: `strategies.trashStrategy` sends it. */
export const trashWork = defineParamFamily({
  name: 'trashWork',
  label: ['垃圾桶策略', 'Trash strategy'],
  code: 'trash_strategy',
  types: ['trash'],
  fields: trashWorkFields,
  ops: ['set'],
})
