import { defineMenu } from '@lamplight/kit'

/** Menus of this slice: tenants and users below 系统管理 of the system slice; roles below 权限管理. */
export const identityMenu = defineMenu([{ code: 'authority', label: ['权限管理', 'Rights'], path: '/authority', icon: 'safety', sort: 95 }])
