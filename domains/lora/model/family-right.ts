import type { Permission } from '@lamplight/kit'

/** A right of a parameter family that has no page of its own; it belongs to the page of the devices. */
export const familyRight = (code: string, zh: string, en: string, roles: 'manual' | 'commands'): Permission => ({
  code,
  label: [zh, en],
  action: 1,
  roles,
})
