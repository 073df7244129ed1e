import type { Text } from './text.ts'

/**
 * Rows of the permission matrix (decisions.md B5), as definitions name them. A right belongs to one row; the identity slice defines which
 * built-in roles have the rights of a row at first.
 */
export type MatrixRow =
  // Administration: of the platform, of tenants, of salespeople's tenants, of people, of settings that a tenant's administrators manage.
  | 'platform'
  | 'tenants'
  | 'sales'
  | 'people'
  | 'invites'
  | 'access'
  // Areas, projects, area managers.
  | 'placesRead'
  | 'placesWrite'
  // Devices, groups, strategies.
  | 'read'
  | 'write'
  | 'export'
  | 'assign'
  | 'secrets'
  // The exchange of a device for another of its type.
  | 'replace'
  // Commands; `manual`: on, off, reading, and dimming one lamp.
  | 'commands'
  | 'manual'
  // `firmware`: deleting firmware missions and packages; `firmwareSend`: sending and cancelling them.
  | 'firmware'
  | 'firmwareSend'
  // `programs`: programs, live streams and subtitles; `review`: approving them.
  | 'programs'
  | 'review'
  // Alarms; reports.
  | 'alarms'
  | 'reports'
  // Work orders: audit and dispatch; acceptance, close, reopen, approve; take, accept, punch, repair, hang up.
  | 'dispatch'
  | 'acceptance'
  | 'repair'
  // Roadwork: submit and update; check and finish.
  | 'roadwork'
  | 'roadworkCheck'
  | 'stockRead'
  | 'stockWrite'
  // Functions for every user of a tenant.
  | 'files'
  | 'jobs'
  | 'home'

/** Rows of a resource's rights: reading; adding, editing, deleting and importing; exporting. */
export interface RoleRows {
  readonly read: MatrixRow
  readonly write: MatrixRow
  readonly export: MatrixRow
}

const SETS = {
  devices: { read: 'read', write: 'write', export: 'export' },
  places: { read: 'placesRead', write: 'placesWrite', export: 'export' },
  stock: { read: 'stockRead', write: 'stockWrite', export: 'export' },
} as const satisfies Readonly<Record<string, RoleRows>>

/** One row for all rights of a resource, the name of a set of rows, or one row each. */
export type ResourceRoles = MatrixRow | keyof typeof SETS | RoleRows

/** The single row of all rights including actions; undefined if the rights of the resource belong to several rows. */
export const soleRow = (roles: ResourceRoles): MatrixRow | undefined =>
  typeof roles === 'string' && !Object.hasOwn(SETS, roles) ? (roles as MatrixRow) : undefined

export const roleRows = (roles: ResourceRoles): RoleRows => {
  if (typeof roles !== 'string') return roles
  return SETS[roles as keyof typeof SETS] ?? { read: roles, write: roles, export: roles }
}

/** A right and its button. */
export interface Permission {
  readonly code: string
  readonly label: Text
  /** What the permission allows, if label and page do not say it. */
  readonly about?: Text
  /** Place of the button (wire-contract.md 4.1): 1 toolbar, 2 row, 3 both. */
  readonly action: 1 | 2 | 3
  /** Its row of the permission matrix. */
  readonly roles: MatrixRow
}
