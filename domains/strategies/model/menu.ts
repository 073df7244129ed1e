import { defineMenu } from '@lamplight/kit'
import { lightMode } from './light-mode.resource.ts'

/** Menu of the strategies of city lighting, with the page of light modes of the screen sun.lightMode. */
export const strategiesMenu = defineMenu([
  {
    code: 'strategy_center',
    label: ['策略中心', 'Strategy centre'],
    path: '/city/strategyCenter',
    icon: 'control',
    sort: 50,
    parent: 'city',
  },
  {
    code: 'lightmode',
    label: lightMode.label,
    path: '/city/strategyCenter/lightMode/index',
    icon: 'lamp',
    sort: 10,
    parent: 'strategy_center',
    resource: lightMode.name,
  },
])
