import { defineDomain } from '@lamplight/kit'

export const reports = defineDomain({
  name: 'reports',
  label: ['报表', 'Reports'],
  about: ['保存的导出条件：运行、修改和删除', 'Saved exports: run, change and remove'],
  level: 7,
  dependsOn: ['system', 'identity'],
})
