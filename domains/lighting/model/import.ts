/** What a file brings in: lamps of an inventory, controllers by serial number, or lamps that were installed by the sheet of the template. */
export const IMPORT_KINDS = ['lamp', 'controller', 'install'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The addresses of each kind's calls, and the right they need. */
export const IMPORT_CALLS = {
  lamp: { base: '/api/blade-city/lamp', permission: 'lamp_import', page: '/city/lampmanagement/lampImport/index' },
  controller: {
    base: '/api/blade-city/controller',
    permission: 'controller_import',
    page: '/city/basisaccessories/controller/importRecord',
  },
  install: { base: '/api/blade-city/cityLampInstall', permission: 'lamp_install_import', page: '/city/lampmanagement/install/index' },
} as const satisfies Readonly<Record<ImportKind, { base: string; permission: string; page: string }>>
