import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'
import { STATUS } from './proof.ts'

/** Why a person dismisses a record. Up to 4: the inventory is wrong, and the record asks for its correction. */
export const REASONS = {
  1: ['额定功率有误', 'Wrong nominal power'],
  2: ['策略或调光曲线有误', 'Wrong programme or dimming curve'],
  3: ['灯型或分组有误', 'Wrong model or group'],
  4: ['用电设备未登记', 'Load that is not registered'],
  5: ['电表误差', 'Error of the meter'],
  6: ['现场施工或测试', 'Works or tests on site'],
  9: ['其他', 'Other'],
} as const
export const asksForCorrection = (reason: number): boolean => reason <= 4

export const CORRECTION = { none: 0, asked: 1, done: 2 } as const
const { candidate, finding, confirmed, dismissed, ended } = STATUS

/** A candidate needs a second proof to become a finding; people confirm or dismiss, and a fault that no longer shows ends by itself. */
export const recordLifecycle = defineLifecycle({
  field: 'status',
  states: {
    [candidate]: { text: ['候选', 'Candidate'], tone: 'neutral' },
    [finding]: { text: ['故障', 'Finding'], tone: 'warn' },
    [confirmed]: { text: ['已确认', 'Confirmed'], tone: 'bad' },
    [dismissed]: { text: ['已驳回', 'Dismissed'], tone: 'neutral', final: true },
    [ended]: { text: ['已结束', 'Ended'], tone: 'good', final: true },
  },
  initial: candidate,
  found: [finding],
  transitions: {
    promote: { label: ['复核成立', 'Confirmed'], from: [candidate], to: finding, automatic: true },
    end: { label: ['不再出现', 'No longer shown'], from: [candidate, finding, confirmed], to: ended, automatic: true },
    confirm: {
      label: ['确认故障', 'Confirm fault'],
      roles: 'alarms',
      from: [candidate, finding],
      to: confirmed,
      many: { path: 'confirm' },
      input: { remark: f.text({ label: ['说明', 'Note'], max: 255, multiline: true }) },
    },
    dismiss: {
      label: ['驳回误报', 'Dismiss as false'],
      roles: 'alarms',
      from: [candidate, finding, confirmed],
      to: dismissed,
      many: { path: 'dismiss' },
      input: {
        reason: f.choice(REASONS, { label: ['原因', 'Reason'], required: true, initial: 1 }),
        remark: f.text({
          label: ['应更正的内容', 'Correction needed'],
          max: 255,
          multiline: true,
          hint: ['台账有误时请随后更正，否则会再次出现', 'Then correct the inventory, or the fault will be reported again'],
        }),
      },
    },
  },
  edit: { in: [] },
  remove: { in: [] },
})
