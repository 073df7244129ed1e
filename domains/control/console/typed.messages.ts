import type { Text } from '@lamplight/kit'

/** Texts of the dialog in which the user chooses a command of a product type. */
export const Y = {
  choose: ['下发指令', 'Send a command'],
  command: ['指令', 'Command'],
  next: ['下一步', 'Next'],
  noCommands: ['该产品类型没有指令', 'This product type has no commands'],
  oneType: ['所选设备的产品类型不同，请分别下发', 'The chosen devices are of different product types; command them one type at a time'],
} as const satisfies Record<string, Text>
