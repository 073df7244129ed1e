import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { broadcastType } from './broadcast.device.ts'
import { infoScreenType } from './info-screen.device.ts'
import { periodsWords } from './periods.ts'

/** Parameter family with the on/off strategy of a device; empty: none. It has no calls; publishing or cancelling a strategy sends it. */
export const onOffFamily = defineParamFamily({
  name: 'onOff',
  label: ['开关策略', 'On/off strategy'],
  code: 'onoff',
  types: [infoScreenType.name, broadcastType.name],
  fields: {
    strategy: f.text({ label: ['策略', 'Strategy'], max: 80 }),
    periods: f.text({
      label: ['开启时段', 'On'],
      max: 500,
      inWords: periodsWords,
      hint: ['12345 08:00-22:00：星期 开-关', '12345 08:00-22:00: days of the week, on-off'],
    }),
  },
  ops: ['get', 'set'],
})
