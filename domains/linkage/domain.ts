import { defineDomain } from '@lamplight/kit'

export const linkage = defineDomain({
  name: 'linkage',
  label: ['联动', 'Linkage'],
  about: ['设备联动、告警联动和箱体控制', 'Linkages between devices, actions on alarms, and control of road cabinets'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
  offers: ['linkage_templates'],
})
