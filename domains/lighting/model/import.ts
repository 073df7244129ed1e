import type { Text } from '@lamplight/kit'

/** Kinds of imports: lamps of an inventory, controllers by serial number, or installed lamps in the template's sheet. */
export const IMPORT_KINDS = ['lamp', 'controller', 'install'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Addresses of each kind's calls, and the permission that they need. */
export const IMPORT_CALLS = {
  lamp: { base: '/api/blade-city/lamp', permission: 'lamp_import', page: '/city/lampmanagement/lampImport/index' },
  controller: {
    base: '/api/blade-city/controller',
    permission: 'controller_import',
    page: '/city/basisaccessories/controller/importRecord',
  },
  install: { base: '/api/blade-city/cityLampInstall', permission: 'lamp_install_import', page: '/city/lampmanagement/install/index' },
} as const satisfies Readonly<Record<ImportKind, { base: string; permission: string; page: string }>>

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
