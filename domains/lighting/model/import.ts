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
