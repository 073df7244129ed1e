import { defineMenu } from '@lamplight/kit'

const EQUIPMENT = '/visual/equipmentMana'
const smartPoles = { parent: 'visual_equipment', roles: 'read' } as const
const lighting = { parent: 'pole_lighting', roles: 'read' } as const

/** Pages of smart poles, and lists of lower slices at additional addresses (screens vis.*, eq.controller, rt.eq.childDevice, ai.table). */
export const equipmentMenu = defineMenu([
  { code: 'smart_pole', label: ['智慧灯杆', 'Smart poles'], path: `${EQUIPMENT}/smartPole/index`, icon: 'post', sort: 3, ...smartPoles },
  {
    code: 'visual_lamp_control',
    label: ['单灯控制器', 'Lamp controllers'],
    path: `${EQUIPMENT}/lampControl/index`,
    icon: 'chip',
    sort: 6,
    ...lighting,
  },
  {
    code: 'visual_group',
    label: ['设备分组', 'Device groups'],
    path: `${EQUIPMENT}/devGroup/index`,
    icon: 'group',
    sort: 8,
    ...lighting,
  },
  { code: 'visual_meter', label: ['电表', 'Meters'], path: `${EQUIPMENT}/meter/index`, icon: 'dashboard', sort: 61, ...lighting },
  {
    code: 'equipment_controller',
    label: ['控制器', 'Controllers'],
    path: '/equipmentMana/controller/index',
    icon: 'chip',
    sort: 12,
    parent: 'equipment',
    roles: 'read',
  },
  {
    code: 'child_device',
    label: ['子设备', 'Child devices'],
    path: '/equipmentMana/childDevice',
    icon: 'cluster',
    sort: 14,
    parent: 'equipment',
    roles: 'read',
  },
  { code: 'ai', label: ['AI设备', 'AI devices'], path: '/ai', icon: 'camera', sort: 30, parent: 'smart_city' },
  {
    code: 'ai_device',
    label: ['AI设备表', 'AI device table'],
    path: '/ai/device/table',
    icon: 'camera',
    sort: 10,
    parent: 'ai',
    permissions: [{ code: 'ai_device_view', label: ['查看', 'View'], action: 2, roles: 'read' }],
  },
])
