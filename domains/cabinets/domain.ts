import { defineDomain } from '@lamplight/kit'

export const cabinets = defineDomain({
  name: 'cabinets',
  label: ['配电', 'Power supply'],
  about: ['配电箱、回路、空气开关和电表', 'Switch boxes, loops, air switches and meters'],
  level: 6,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control', 'lighting', 'strategies'],
  offers: [
    'cabinets_boxes',
    'cabinets_box_meters',
    'cabinets_box_lamps',
    'cabinets_box_supplies',
    'cabinets_loops',
    'cabinets_output_loops',
    'cabinets_supplied',
    'cabinets_switched_loops',
  ],
})
