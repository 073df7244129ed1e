import { defineDomain } from '@lamplight/kit'

export const charging = defineDomain({
  name: 'charging',
  label: ['充电桩', 'Charging'],
  about: ['充电桩、充电订单和电费账单', 'Charging piles, charging orders and energy bills'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
