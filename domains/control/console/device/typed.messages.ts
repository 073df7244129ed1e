import type { Text } from '@lamplight/kit'

/** Texts of the dialog in which the user chooses a command of a unit product. */
export const Y = {
  choose: ['下发指令', 'Send a command'],
  next: ['下一步', 'Next'],
  noCommands: ['该单元产品没有指令', 'This unit product has no commands'],
  param: ['参数', 'Parameter'],
  reported: ['上报值', 'Reported'],
  wantedAt: ['下发时间', 'Sent'],
  noParams: [
    '该产品没有可设置的属性：在功能的参数中选择“由属性证实”',
    'No function of this product sets a property: choose "Proved by" in the input of a function',
  ],
  oneType: ['所选设备的单元产品不同，请分别下发', 'The chosen devices are of different unit products; command them one type at a time'],
} as const satisfies Record<string, Text>
