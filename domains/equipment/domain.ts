import { defineDomain } from '@lamplight/kit'

export const equipment = defineDomain({
  name: 'equipment',
  label: ['智慧灯杆设备', 'Equipment'],
  about: [
    '智慧灯杆上的设备：网关、分组、无线AP、电表、摄像头',
    'Equipment of smart poles: gateways, groups, access points, meters, cameras',
  ],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting'],
})
