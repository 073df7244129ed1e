/** The right to replace devices, whose holders need not have the right to edit them (docs/adr/0029). */
export const REPLACE_RIGHT = 'device_replace'
