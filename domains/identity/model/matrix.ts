import type { MatrixRow, Text } from '@lamplight/kit'

/** A permission and the row of the matrix that its definition names. */
export interface Right {
  readonly code: string
  readonly roles: MatrixRow
}

interface MatrixRole {
  readonly name: Text
  /** Sees only rows of the areas granted to the user. */
  readonly ownAreas?: true
}

/**
 * Roles that the platform knows by their alias. They begin with the rights of their rows; administrators change them afterwards.
 * The administrator of the platform is not here: that role holds everything, always.
 */
export const MATRIX = {
  admin: { name: ['管理员', 'Administrator'] },
  operator: { name: ['操作员', 'Operator'] },
  sales: { name: ['销售', 'Sales'] },
  maintainer: { name: ['维修人员', 'Maintenance'], ownAreas: true },
  areaManager: { name: ['区域负责人', 'Area manager'], ownAreas: true },
  guest: { name: ['访客', 'Guest'] },
} as const satisfies Readonly<Record<string, MatrixRole>>
type Alias = keyof typeof MATRIX

const EVERYBODY = Object.keys(MATRIX) as readonly Alias[]

/** Row of the permission matrix (decisions.md B5) → aliases of the roles that begin with its rights. A guest reads what is not about people. */
const HOLDERS: Readonly<Record<MatrixRow, readonly Alias[]>> = {
  platform: [],
  tenants: ['sales'],
  sales: ['sales'],
  people: ['admin', 'sales'],
  invites: ['admin', 'areaManager'],
  access: ['admin'],
  placesRead: EVERYBODY,
  placesWrite: ['admin', 'sales'],
  read: EVERYBODY,
  write: ['admin', 'operator'],
  export: ['admin', 'operator'],
  assign: ['sales'],
  secrets: ['admin'],
  commands: ['admin', 'operator'],
  manual: ['admin', 'operator', 'maintainer'],
  firmware: ['admin'],
  firmwareSend: ['admin', 'operator'],
  programs: ['admin', 'operator'],
  review: ['admin', 'areaManager'],
  alarms: ['admin', 'operator', 'maintainer', 'areaManager'],
  reports: ['admin', 'operator', 'maintainer', 'areaManager', 'guest'],
  dispatch: ['admin', 'operator', 'areaManager'],
  acceptance: ['admin', 'areaManager'],
  repair: ['maintainer'],
  roadwork: ['admin', 'operator', 'maintainer'],
  roadworkCheck: ['admin', 'areaManager'],
  stockRead: ['admin', 'operator', 'maintainer'],
  stockWrite: ['admin', 'operator'],
  files: ['admin', 'operator', 'sales', 'maintainer', 'areaManager'],
  jobs: ['admin', 'operator', 'sales', 'maintainer'],
  home: EVERYBODY,
}

/** Do roles of these aliases show rows of the user's own areas only? Roles of other aliases do not widen that. */
export const seesOwnAreas = (aliases: readonly string[]): boolean => {
  const known = aliases.flatMap((alias): MatrixRole[] => (Object.hasOwn(MATRIX, alias) ? [MATRIX[alias as Alias]] : []))
  return known.length > 0 && known.every(({ ownAreas }) => ownAreas)
}

/** Does a role called `alias` begin with `right`? */
export const beginsWith = (alias: string, { roles }: Right): boolean => (HOLDERS[roles] as readonly string[]).includes(alias)
