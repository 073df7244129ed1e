import { defineMenu } from '@lamplight/kit'

export const menu = defineMenu([
  { code: 'report', label: ['报表管理', 'Reports'], path: '/report', icon: 'chart', sort: 60 },
  {
    code: 'report_list',
    label: ['报表列表', 'Saved reports'],
    path: '/report/reportlist',
    icon: 'columns',
    sort: 10,
    parent: 'report',
    resource: 'reports.report',
  },
])
