import { sourceOfSeries } from '@lamplight/devices/model'
import { trashType } from '@lamplight/environment/model'
import { defineReport } from '@lamplight/kit'

/** How full trash bins are, by area and day. */
export const trashFill = defineReport({
  name: 'reports.trashFill',
  label: ['垃圾桶满溢统计', 'Fill level of bins'],
  about: ['垃圾桶上报的满溢度，按区域和项目汇总', 'Fill level that trash bins report, by area and project'],
  code: 'report_trash',
  roles: { read: 'reports', export: 'export' },
  source: sourceOfSeries([trashType], 'fillLevel'),
  base: 'blade-report/trashFill',
  dimensions: ['areaId', 'projectId'],
  by: ['period', 'areaId'],
  measures: {
    mean: { kind: 'ratio', of: 'sum', per: 'readings', label: ['平均满溢度', 'Mean'], unit: '%', decimals: 1, better: 'less' },
    least: { kind: 'min', of: 'low', label: ['最低', 'Lowest'], unit: '%' },
    most: { kind: 'max', of: 'high', label: ['最高', 'Highest'], unit: '%', better: 'less' },
    last: { kind: 'ratio', of: 'last', per: 'deviceDays', label: ['日末满溢度', 'At the end of the day'], unit: '%', decimals: 1 },
    bins: { kind: 'sum', of: 'deviceDays', label: ['上报设备·天', 'Bin days'] },
  },
  grains: ['day', 'month', 'year'],
  chart: { kind: 'line', measures: ['mean', 'most'] },
  page: { path: '/report/trash', parent: 'report_devices', icon: 'chart', sort: 50 },
})
