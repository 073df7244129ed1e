import { defineMenu } from '@lamplight/kit'

/** The switch boxes below 智慧灯杆: the same rows as below 城市照明 (screen vis.switchbox). */
export const cabinetsMenu = defineMenu([
  {
    code: 'visual_switchbox',
    label: ['配电箱', 'Switch boxes'],
    path: '/visual/equipmentMana/switchbox/index',
    icon: 'hdd',
    sort: 60,
    parent: 'pole_lighting',
    roles: 'read',
  },
])
