import { labelsOf, type Text } from '@lamplight/kit'
import { loraModuleType, whiteList } from '../model/index.ts'
import { poleGateways, solarModules } from '../model/pages.ts'

export const M = {
  modules: solarModules.label,
  gateways: poleGateways.label,
  module: ['模块', 'Module'],
  name: ['名称', 'Name'],
  ...labelsOf(loraModuleType.properties, 'rssi', 'snr'),
  whiteList: ['白名单', 'White list'],
  actions: ['操作', 'Action'],
  allow: ['加入', 'Admit'],
  remove: ['移出', 'Remove'],
  notListed: ['不在名单', 'Not listed'],
  inEffect: whiteList.fields.status.options.values[2],
  pending: ['待生效', 'Pending'],
  unknown: ['未登记', 'Not registered'],
  noModules: ['该网关下没有模块', 'The gateway has no modules'],
  open: ['白名单为空，所有模块均可入网', 'The white list is empty: every module may join'],
  closed: ['白名单有 {n} 个模块，其他模块不能入网', 'The white list has {n} module{n:s}; no other module may join'],
} as const satisfies Record<string, Text>
