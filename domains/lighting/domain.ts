import { defineDomain } from '@lamplight/kit'

export const lighting = defineDomain({
  name: 'lighting',
  label: ['照明', 'Lighting'],
  about: ['灯具、灯杆、道路、单灯控制器、地图和导入', 'Lamps, posts, streets, lamp controllers, the map and imports'],
  level: 5,
  dependsOn: ['system', 'identity', 'places', 'devices', 'control'],
  offers: [
    'lighting_lamps',
    'lighting_controllers',
    'lighting_controller_streets',
    'lighting_statistics_members',
    'lighting_lamp_powers',
    'lighting_loads',
  ],
})
