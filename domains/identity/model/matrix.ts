import type { MatrixRow, Text } from '@lamplight/kit'

/** A permission code with its row of the matrix. */
export interface Right {
  readonly code: string
  readonly roles: MatrixRow
}

interface MatrixRole {
  readonly name: Text
  /** True: the role sees only rows of the areas granted to the user. */
  readonly ownAreas?: true
}

/**
 * Built-in roles by their alias. They get the rights of their matrix rows at first; administrators change them afterwards. The platform
 * administrator's role is not listed: it always has every right.
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

/**
 * Maps each row of the permission matrix (decisions.md B5, docs/adr/0029) to the aliases of the roles that get its rights at first. A
 * guest may read all data that is not about people.
 */
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
  replace: ['admin', 'operator', 'maintainer'],
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

/** Returns true if roles with these aliases show only rows of the user's own areas. Roles with other aliases do not change that. */
export const seesOwnAreas = (aliases: readonly string[]): boolean => {
  const known = aliases.flatMap((alias): MatrixRole[] => (Object.hasOwn(MATRIX, alias) ? [MATRIX[alias as Alias]] : []))
  return known.length > 0 && known.every(({ ownAreas }) => ownAreas)
}

/** Returns true if a role with this alias gets the right at first. */
export const beginsWith = (alias: string, { roles }: Right): boolean => (HOLDERS[roles] as readonly string[]).includes(alias)
