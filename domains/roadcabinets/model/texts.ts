import type { Text } from '@lamplight/kit'

/** The server refuses a command for cabinets of several products, and the page says so before. */
export const ONE_PRODUCT: Text = ['所选机柜不是同一产品', 'The chosen cabinets are of different products']
