import type { Text } from '@lamplight/kit'
import { order } from '../model/index.ts'
import { orderLifecycle } from '../model/order.lifecycle.ts'

export const M = {
  title: ['修改订单 {seq}', 'Modify order {seq}'],
  button: ['修改并结算', 'Modify and settle'],
  before: ['修改前', 'Before'],
  after: ['修改后', 'After'],
  total: orderLifecycle.transitions.modify.input.amount.options.label,
  electricity: ['电费', 'Electricity fee'],
  service: ['服务费', 'Service fee'],
  end: order.fields.endTime.options.label,
  none: ['—', '—'],
  history: ['流转记录', 'History'],
  done: ['订单已修改并结算', 'The order is modified and settled'],
} as const satisfies Readonly<Record<string, Text>>
