import { defineMenu } from '@lamplight/kit'
import { boxControl, boxRecord } from './pages.ts'

/** Groups of the pages of this slice (screens grp.visual.linkage and cab.*), and the pages of box control, which are no lists of its resources. */
export const linkageMenu = defineMenu([
  { code: 'visual_linkage', label: ['联动管理', 'Linkage'], path: '/visual/linkage', icon: 'cluster', sort: 40, parent: 'visual' },
  {
    code: 'road_cabinet_control',
    label: ['箱体控制', 'Box control'],
    path: '/roadCabinet/boxControl',
    icon: 'control',
    sort: 60,
    parent: 'road_cabinet_system',
  },
  boxControl,
  boxRecord,
  {
    code: 'road_cabinet_strategy',
    label: ['策略中心', 'Strategies'],
    path: '/roadCabinet/strategyCenter',
    icon: 'history',
    sort: 70,
    parent: 'road_cabinet_system',
  },
])
