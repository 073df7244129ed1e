import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { broadcastType } from './broadcast.device.ts'
import { infoScreenType } from './info-screen.device.ts'

/** The on/off strategy that a device keeps. It has no calls of its own: publishing and cancelling strategies sends it. Empty: it follows none. */
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
      hint: ['12345 08:00-22:00：星期 开-关', '12345 08:00-22:00: days of the week, on-off'],
    }),
  },
  ops: ['get', 'set'],
})
