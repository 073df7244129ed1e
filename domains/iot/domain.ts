import { defineDomain } from '@lamplight/kit'

export const iot = defineDomain({
  name: 'iot',
  label: ['物联网接入', 'IoT access'],
  about: ['物联网设备注册和运营商平台', 'IoT registrations and platforms of operators'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
})
