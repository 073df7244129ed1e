import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'
import { lampDays } from './lamp-days.source.ts'

/** Replaced devices by the place of the new one . */
export const replacements = defineReportSource({
  name: 'reports.replacements',
  from: 'reports_replacements',
  day: 'at',
  rows: true,
  place: { project: 'project_id', area: 'area_id' },
  dimensions: {
    areaId: lampDays.dimensions.areaId,
    projectId: lampDays.dimensions.projectId,
    account: { column: 'account', field: f.text({ label: ['操作人', 'Operator'] }), none: ['平台', 'Platform'] },
    kind: {
      column: 'kind',
      field: f.choice({ 1: ['更换', 'Replaced'], 2: ['撤销更换', 'Undone'] }, { label: ['类型', 'Kind'] }),
    },
  },
  sums: { rows: '*' },
})
