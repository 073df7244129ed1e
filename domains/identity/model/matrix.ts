import type { Text } from '@lamplight/kit'

/** A permission and the slice whose menu carries it. */
export interface Right {
  readonly code: string
  readonly slice: string
  /** A page without buttons: the right is to see it. */
  readonly page?: true
  /** Row of the matrix that the definition names. */
  readonly roles?: string
}

/** Rows of the permission matrix (decisions.md B5), for what is built. */
export type MatrixRow =
  | 'platform'
  | 'tenants'
  | 'sales'
  | 'people'
  | 'invites'
  | 'access'
  | 'placesRead'
  | 'placesWrite'
  | 'read'
  | 'export'
  | 'write'
  | 'assign'
  | 'secrets'
  | 'manual'
  | 'commands'
  | 'reports'
  | 'files'
  | 'jobs'
  | 'home'

interface MatrixRole {
  readonly name: Text
  readonly rows: readonly MatrixRow[]
  /** Sees only rows of the areas granted to the user. */
  readonly ownAreas?: true
}

/**
 * Roles that the platform knows by their alias, with the rights they begin with; administrators change them afterwards.
 * The administrator of the platform is not here: that role holds everything, always.
 */
export const MATRIX: Readonly<Record<string, MatrixRole>> = {
  admin: {
    name: ['管理员', 'Administrator'],
    rows: [
      'people',
      'invites',
      'access',
      'placesRead',
      'placesWrite',
      'read',
      'export',
      'write',
      'secrets',
      'manual',
      'commands',
      'reports',
      'files',
      'jobs',
      'home',
    ],
  },
  operator: {
    name: ['操作员', 'Operator'],
    rows: ['placesRead', 'read', 'export', 'write', 'manual', 'commands', 'reports', 'files', 'jobs', 'home'],
  },
  sales: {
    name: ['销售', 'Sales'],
    rows: ['tenants', 'sales', 'people', 'placesRead', 'placesWrite', 'read', 'assign', 'files', 'jobs', 'home'],
  },
  maintainer: {
    name: ['维修人员', 'Maintenance'],
    rows: ['placesRead', 'read', 'manual', 'reports', 'files', 'jobs', 'home'],
    ownAreas: true,
  },
  areaManager: {
    name: ['区域负责人', 'Area manager'],
    rows: ['invites', 'placesRead', 'read', 'reports', 'files', 'home'],
    ownAreas: true,
  },
  guest: { name: ['访客', 'Guest'], rows: ['placesRead', 'read', 'reports', 'home'] },
}

const WRITES = new Set(['add', 'edit', 'delete', 'import', 'claim'])
const ASSIGNS = new Set(['assign', 'cancel', 'move'])
/** What gives out the secrets of devices is for administrators. */
const SECRETS = new Set(['secret', 'virtual'])
/** Of places, what only those who write them see: codes of shared maps open doors, builders and units are people's. */
const PLACES_KEPT = new Set(['mapshare', 'builder', 'unit'])
/** Manual on and off, and reading: what a maintainer may send to a lamp. */
const MANUAL = new Set(['switch', 'on', 'off', 'open', 'close', 'read', 'release'])

/** Who lets people in, how they may come (decisions.md C11), and how far roles reach. */
const ACCESS = new Set(['datascope', 'apiscope', 'useraudit', 'registerinfo', 'oauth', 'socialsource'])
/** What the administrators of a tenant keep themselves: their own choices, notices and files, and what the logs tell of their people. */
const OWN = new Set(['dictbiz', 'notice', 'attach', 'log_usual', 'log_api', 'log_error', 'log_client', 'log_audit'])
const identityRow = (subject: string, verb: string): MatrixRow => {
  if (subject === 'tenant') return verb === 'view' ? 'tenants' : 'platform'
  if (subject === 'client') return 'platform'
  if (subject === 'invite') return 'invites'
  return ACCESS.has(subject) || (subject === 'user' && verb === 'session') ? 'access' : 'people'
}

/** The row of the matrix that decides about `right`. */
export const rowOf = ({ code, slice, page, roles }: Right): MatrixRow => {
  if (roles !== undefined) return roles as MatrixRow
  const at = page ? -1 : code.lastIndexOf('_')
  const [subject, verb] = at < 0 ? [code, 'view'] : [code.slice(0, at), code.slice(at + 1)]
  if (code === 'attach_upload') return 'files'
  if (subject === 'jobs') return verb === 'all' ? 'access' : 'jobs'
  if (slice === 'system') return OWN.has(subject) ? 'access' : 'platform'
  if (slice === 'identity') return identityRow(subject, verb)
  if (slice === 'sales') return 'sales'
  // Regions are the same for every tenant.
  if (subject === 'region') return 'platform'
  if (PLACES_KEPT.has(subject)) return 'placesWrite'
  if (verb === 'export') return 'export'
  if (slice === 'places') return verb === 'view' ? 'placesRead' : 'placesWrite'
  if (slice === 'dashboards') return 'home'
  // A report needs the export right of its list.
  if (slice === 'reports') return verb === 'view' ? 'reports' : 'export'
  if (verb === 'view') return 'read'
  if (subject.startsWith('gateway') && ASSIGNS.has(verb)) return 'assign'
  if (SECRETS.has(verb)) return 'secrets'
  if (WRITES.has(verb)) return 'write'
  return MANUAL.has(verb) ? 'manual' : 'commands'
}

/** Do roles of these aliases show rows of the user's own areas only? Roles of other aliases do not widen that. */
export const seesOwnAreas = (aliases: readonly string[]): boolean => {
  const known = aliases.flatMap((alias) => MATRIX[alias] ?? [])
  return known.length > 0 && known.every(({ ownAreas }) => ownAreas)
}

/** Does a role called `alias` begin with `right`? */
export const beginsWith = (alias: string, right: Right): boolean => MATRIX[alias]?.rows.includes(rowOf(right)) ?? false
