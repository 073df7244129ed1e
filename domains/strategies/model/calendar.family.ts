import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const get = (target: 'batch' | 'group') => ({ op: 'get', target }) as const

/**
 * The calendar that a device follows, by id and hash (docs/devices.md, Calendars); empty texts: none. Strategies set it; the gateway gets its program first, by
 * the port `control.attachments`. Users read it with the switch points that the device really holds.
 */
export const calendarFamily = defineParamFamily({
  name: 'calendar',
  label: ['策略日历', 'Calendar'],
  code: 'strategycalendar',
  types: ['controller', 'solarLamp', 'spray'],
  fields: {
    id: f.text({ label: ['日历编号', 'Calendar id'], max: 20, technical: true }),
    hash: f.text({ label: ['校验码', 'Hash'], max: 16, technical: true }),
  },
  reads: { points: f.text({ label: ['切换点', 'Switch points'], max: 255 }) },
  ops: ['get', 'set'],
  attachment: true,
  calls: {
    'GET blade-city/controller/batch/get/strategydata': get('batch'),
    'GET blade-city/controller/batch/get/workstrategy': get('batch'),
    'GET blade-city/controller/group/get/strategydata': get('group'),
    'GET blade-city/controller/group/get/workstrategy': get('group'),
  },
})
