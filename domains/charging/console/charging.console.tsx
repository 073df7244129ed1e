import { defineConsole } from '@lamplight/console-kit'
import { reportPages } from '@lamplight/console-kit/report'
import { onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { charging } from '../domain.ts'
import { chargingPileType } from '../model/charging-pile.device.ts'
import { checkOrder } from '../model/check-order.resource.ts'
import { operator } from '../model/operator.resource.ts'
import { order } from '../model/order.resource.ts'
import { pile } from '../model/pile.resource.ts'
import { station } from '../model/station.resource.ts'

const ModifyDialog = lazy(async () => ({ default: (await import('./modify.dialog.tsx')).ModifyDialog }))

export const chargingConsole = defineConsole({
  domain: charging,
  pages: reportPages(async () => [(await import('../model/energy-bill.report.ts')).energyBill], {
    energybill: '/visual/equipmentMana/chargingPile/energyBill',
  }),
  resources: [
    onDeviceConsole(pile, chargingPileType, {
      counter: ['个', 'connector'],
      empty: [
        '还没有充电桩。先新增运营商和充电站，再登记枪口',
        'No charging piles yet. Add an operator and a station first, then register connectors',
      ],
    }),
    onConsole(order, {
      state: 'state',
      labels: false,
      counter: ['笔', 'order'],
      actions: { modify: ModifyDialog },
    }),
    onConsole(checkOrder, { labels: false, counter: ['份', 'settlement'] }),
    onConsole(station, {
      empty: ['还没有充电站。新增一个，或由运营商推送', 'No stations yet. Add one, or let the operator push it'],
    }),
    onConsole(operator, {
      labels: false,
      empty: [
        '还没有运营商。新增后把推送地址和密钥交给运营商',
        'No operators yet. Add one, then give its push address and secret to the operator',
      ],
    }),
  ],
})
