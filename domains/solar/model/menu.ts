import { defineMenu } from '@lamplight/kit'

/** Pages of solar lighting that are no list of the slice's own resources (screens sun.*, rt.sun.*, inst.*). */
export const solarMenu = defineMenu([
  { code: 'sun', label: ['太阳能照明', 'Solar lighting'], path: '/sun', icon: 'sun', sort: 20 },
])
