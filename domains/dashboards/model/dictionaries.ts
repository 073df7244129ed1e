import { defineDictionaries } from '@lamplight/kit'

export const dashboardsDictionaries = defineDictionaries([
  {
    code: 'visual_category',
    name: ['大屏分类', 'Category of dashboards'],
    entries: [
      ['1', '综合', 'General'],
      ['2', '照明', 'Lighting'],
      ['3', '能耗', 'Energy'],
      ['4', '运维', 'Maintenance'],
    ],
  },
])
