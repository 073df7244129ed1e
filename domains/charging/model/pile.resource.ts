import { defineDeviceResource } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { chargingPileType } from './charging-pile.device.ts'

const derived = defineDeviceResource(chargingPileType, {
  name: 'charging.pile',
  about: ['充电枪口的实时状态和充电功率；每个枪口一条', 'Live state and power of charging connectors, one row for each connector'],
  code: 'charging_pile',
  page: {
    path: '/visual/equipmentMana/chargingPile/index',
    label: ['充电桩', 'Charging piles'],
    icon: 'bolt',
    sort: 70,
    parent: 'pole_charging',
    find: ['name', 'sn'],
  },
  api: { base: 'blade-charging/pile', verbs: ['list', 'detail', 'submit', 'remove'] },
  io: {
    export: true,
    import: {
      key: 'sn',
      template: ['sn', 'name', 'stationId', 'connectorType', 'ratedPower', 'projectId', 'areaId', 'location', 'remark'],
    },
  },
  fields: {
    operatorName: f.text({
      label: ['运营商', 'Operator'],
      max: 80,
      readonly: true,
      form: false,
      from: 'charging.operatorOfStation',
      list: true,
    }),
    stationId: f.ref('charging.station', { label: ['充电站', 'Station'], required: true, list: true, search: true }),
    connectorType: f.choice(
      { 2: ['交流插座', 'AC socket'], 3: ['交流插头', 'AC plug'], 4: ['直流插头', 'DC plug'] },
      { label: ['接口类型', 'Connector type'], initial: 4, search: 'in' },
    ),
    ratedPower: f.number({ label: ['额定功率', 'Rated power'], unit: 'kW', min: 1, max: 1000, decimals: 1, initial: 60 }),
  },
})

/** The server sets the access address of a pile to the OperatorID of its station's operator, so users do not enter it. Piles have no gateway. */
const { address, gatewayId, ...fields } = derived.fields
const byStation = { readonly: true, form: false, list: false, search: false } as const

/** Charging piles: screen vis.charging. The serial number is the ConnectorID, the access address the OperatorID. */
export const pile = defineResource({
  ...derived,
  fields: {
    ...fields,
    ...(address
      ? { address: { ...address, options: { ...address.options, ...byStation, hint: ['即运营商标识', 'The OperatorID'] } } }
      : {}),
    ...(gatewayId ? { gatewayId: { ...gatewayId, options: { ...gatewayId.options, ...byStation } } } : {}),
  },
})
