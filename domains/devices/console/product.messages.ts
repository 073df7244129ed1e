import type { Text } from '@lamplight/kit'
import { enabled } from '../model/typed-device.resource.ts'

/** Texts of the list of integrated devices. */
export const P = {
  enable: enabled.options.label,
  enabled: enabled.options.words[1],
  disabled: enabled.options.words[0],
  disable: ['停用', 'Disable'],
  disableTitle: ['停用“{name}”？', 'Disable {name}?'],
  disableText: ['停用后设备不再接收指令；可随时重新启用。', 'A disabled device receives no commands. It can be enabled again at any time.'],
  properties: ['属性：', 'Properties:'],
  functions: ['功能：', 'Functions:'],
  events: ['事件：', 'Events:'],
  products: ['产品', 'Product'],
  all: ['全部产品', 'All products'],
  chooseHint: ['选择产品后，列表显示其属性列和筛选条件', 'Choose a product to see the columns and filters of its properties'],
} as const satisfies Readonly<Record<string, Text>>
