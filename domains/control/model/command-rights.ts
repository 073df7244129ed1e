import type { Permission } from '@lamplight/kit'

/** The right that each command needs on every page and call; `about` says what it allows. */
export const COMMAND_RIGHT = {
  dim: {
    name: 'dim',
    label: ['调光', 'Dim'],
    about: ['地图、灯具、分组、区域和项目上的调光', 'Dimming on the map, in lists, of groups, areas and projects'],
    roles: 'commands',
  },
  dimOne: {
    name: 'dim_one',
    label: ['单灯调光', 'Dim one lamp'],
    about: ['地图、灯具上的调光，一次一盏', 'Dimming on the map, in lists, one lamp at a time'],
    roles: 'manual',
  },
  switch: {
    name: 'switch',
    label: ['开灯、关灯', 'Switch on and off'],
    about: ['地图、灯具、分组、区域和项目上的开灯与关灯', 'Switching on the map, in lists, of groups, areas and projects'],
    roles: 'manual',
  },
  release: {
    name: 'release',
    label: ['恢复日程', 'Back to calendar'],
    about: ['结束手动控制，恢复日程', 'Ends manual control; lamps return to their calendar'],
    roles: 'manual',
  },
} as const

export const COMMAND_RIGHTS: readonly Permission[] = Object.values(COMMAND_RIGHT).map(({ name, label, about, roles }) => ({
  code: `lamp_${name}`,
  label,
  about,
  roles,
  action: 3,
}))
