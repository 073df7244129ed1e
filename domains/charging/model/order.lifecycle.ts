import { f } from '@lamplight/fields/model'
import { defineLifecycle } from '@lamplight/kit'

export const ORDER = { created: 0, charging: 1, finished: 2, settled: 3, abnormal: 4 } as const
const { created, charging, finished, settled, abnormal } = ORDER

/** Lifecycle of a charging order (decisions.md C14). Pushes of operators make all transitions except `modify`, which an administrator makes. */
export const orderLifecycle = defineLifecycle({
  field: 'state',
  states: {
    [created]: { text: ['待支付', 'Created'] },
    [charging]: { text: ['充电中', 'Charging'], tone: 'busy' },
    [finished]: { text: ['已结束', 'Finished'], tone: 'good' },
    [settled]: { text: ['已结算', 'Settled'], tone: 'good', final: true },
    [abnormal]: { text: ['异常', 'Abnormal'], tone: 'bad' },
  },
  initial: created,
  found: [charging, finished, abnormal],
  transitions: {
    begin: { label: ['开始充电', 'Charging began'], from: [created], to: charging, automatic: true },
    finish: { label: ['充电结束', 'Charging finished'], from: [created, charging], to: finished, automatic: true },
    fail: { label: ['异常结束', 'Ended abnormally'], from: [created, charging, finished], to: abnormal, automatic: true },
    settle: { label: ['日结对账', 'Settled with the operator'], from: [finished], to: settled, automatic: true },
    modify: {
      label: ['修改订单', 'Modify order'],
      roles: 'access',
      from: [finished, abnormal],
      to: settled,
      one: { path: '/blade-charging/jscChargingPile/modifyChargeOrder', key: 'startChargeSeq', by: 'startChargeSeq' },
      input: {
        amount: f.number({
          label: ['总金额', 'Total'],
          unit: '¥',
          min: 0,
          max: 100_000,
          decimals: 2,
          hint: ['留空则不变；电费和服务费按原比例分摊', 'Empty: unchanged; electricity and service fee keep their ratio'],
        }),
        endTime: f.time({ label: ['结束时间', 'End'], hint: ['留空则不变', 'Empty: unchanged'] }),
        reason: f.text({ label: ['修改原因', 'Reason'], required: true, max: 200, multiline: true }),
      },
      confirm: [
        '修改后订单变为“已结算”，不能再次修改；原金额、原结束时间和修改人会保留。',
        'The order becomes settled and cannot be modified again. The former figures and the user who changed them are kept.',
      ],
    },
  },
})
