import type { Text } from '@lamplight/kit'

/** Columns of templates and previews without a field of their own. */
export const IMPORT_HEADS = {
  cabinet: ['控制箱', 'Cabinet'],
  district: ['区域', 'District'],
} as const satisfies Readonly<Record<string, Text>>

/** Phases of an import that is taken back. */
export const IMPORT_PHASES = {
  undoing: ['正在撤销', 'Undoing'],
  undone: ['已撤销', 'Undone'],
} as const satisfies Readonly<Record<string, Text>>
