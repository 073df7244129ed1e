import { defineDomain } from '@lamplight/kit'

export const devices = defineDomain({
  name: 'devices',
  label: ['设备', 'Devices'],
  about: ['网关、设备分组、设备状态与历史数据', 'Gateways, device groups, state and readings of devices'],
  level: 3,
  dependsOn: ['system', 'identity', 'places'],
  offers: [
    'devices_gateways',
    'devices_virtual_gateways',
    'devices_groups',
    'devices_group_members',
    'devices_registered',
    'devices_states',
    'devices_state_changes',
    'devices_suppliers',
    'devices_models',
    'devices_products',
    'devices_values',
    'devices_series_rows',
    'devices_readings',
    'devices_area_days',
    'devices_days',
    'devices_make_virtual',
  ],
})
