import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

/** dispose (decisions.md A55). */
export const OPEN = 0
export const DISPOSED = 1

export const DISPOSE_RESULTS = {
  1: ['已处理', 'Resolved'],
  2: ['误报', 'False alarm'],
  3: ['无需处理', 'Nothing to do'],
} as const

/** The fault ended, and needs no look on site. */
export const RECOVERED = 4
export const RESULTS = { ...DISPOSE_RESULTS, [RECOVERED]: ['自行恢复', 'Recovered'] } as const

/** A person disposes of an alarm once; the history keeps who, when and why. No call of the catalogue does it (slice M1, answer 1). */
export const alarmLifecycle = defineLifecycle({
  field: 'dispose',
  states: {
    0: { text: ['未处理', 'Open'], tone: 'warn' },
    1: { text: ['已处理', 'Handled'], tone: 'good' },
  },
  initial: OPEN,
  transitions: {
    dispose: {
      label: ['处理', 'Handle'],
      roles: 'alarms',
      from: [OPEN],
      to: DISPOSED,
      many: { path: '/blade-alarm/alarm/dispose' },
      input: {
        result: f.choice(DISPOSE_RESULTS, { label: ['结果', 'Result'], required: true, initial: 1, assumed: 1 }),
        remark: f.text({ label: ['说明', 'Note'], max: 255, multiline: true }),
      },
    },
    reopen: {
      label: ['重新打开', 'Reopen'],
      roles: 'alarms',
      from: [DISPOSED],
      to: OPEN,
      many: { path: '/blade-alarm/alarm/reopen' },
      input: { remark: f.text({ label: ['原因', 'Reason'], required: true, max: 255, multiline: true }) },
    },
  },
  edit: { in: [] },
  remove: { in: [] },
})
