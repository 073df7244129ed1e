import type { MenuItem } from '@lamplight/kit'

/** Entries of the menu whose pages the console makes by hand. */
export const poleSwitchboxes = {
  code: 'visual_switchbox',
  label: ['配电箱', 'Switch boxes'],
  path: '/visual/equipmentMana/switchbox/index',
  icon: 'hdd',
  sort: 60,
  parent: 'pole_lighting',
  roles: 'read',
} as const satisfies MenuItem
