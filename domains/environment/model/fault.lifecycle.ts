import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

export const CHECK_RESULTS = {
  1: ['已处理', 'Resolved'],
  2: ['误报', 'False alarm'],
  3: ['无需处理', 'Nothing to do'],
} as const

export const UNCHECKED = 0

/** The platform finds a fault; a person checks it once and gives a result (trashfaultinfo.check). */
export const faultLifecycle = defineLifecycle({
  field: 'status',
  states: {
    0: { text: ['待确认', 'To be checked'], tone: 'warn' },
    1: { text: ['已确认', 'Checked'], tone: 'good', final: true },
  },
  initial: UNCHECKED,
  transitions: {
    check: {
      label: ['确认', 'Check'],
      roles: 'alarms',
      from: [UNCHECKED],
      to: 1,
      one: { path: '/blade-device/trashfaultinfo/check' },
      input: {
        result: f.choice(CHECK_RESULTS, { label: ['结果', 'Result'], required: true, initial: 1 }),
        remark: f.text({ label: ['说明', 'Note'], max: 255, multiline: true }),
      },
    },
  },
})
