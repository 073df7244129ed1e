import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

/** The calendar that a device follows: id and hash of a program that its gateway stores (docs/devices.md, calendar). */
export const calendarFamily = defineParamFamily({
  name: 'calendar',
  label: ['策略日历', 'Calendar'],
  code: 'strategycalendar',
  types: ['controller'],
  fields: {
    id: f.text({ label: ['日历', 'Calendar'], max: 19 }),
    hash: f.text({ label: ['校验值', 'Hash'], max: 16 }),
  },
  ops: ['get', 'set'],
})
