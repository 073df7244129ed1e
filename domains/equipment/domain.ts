import { defineDomain } from '@lamplight/kit'

export const equipment = defineDomain({
  name: 'equipment',
  label: ['智慧灯杆设备', 'Equipment'],
  about: [
    '智慧灯杆及其设备：灯杆、子设备、无线AP、电表、AI设备',
    'Smart poles and what they carry: devices on poles, access points, meters, AI devices',
  ],
  level: 7,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'cabinets', 'media'],
})
