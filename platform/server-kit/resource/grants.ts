import type { User } from '../context-types.ts'

export type GrantKind = 'project' | 'area'
export interface PlaceColumns {
  /** SQL expression for the id of a row's project. */
  readonly project?: string
  /** SQL expression for the id of a row's area. */
  readonly area?: string
}

/** Returns a condition: the user has a grant of that kind for `place`. `user` is the parameter with the user's id. */
export const granted = (kind: GrantKind, place: string, user: string): string =>
  `${place} in (select g.ref_id from identity_grant g where g.user_id = ${user} and g.kind = '${kind}')`

/**
 * The same condition for queries that aggregate rows: the grants are read once into an array. With the subquery of `granted`, a limit on the
 * groups makes the planner look up the grant of each row.
 */
const grantedAmong = (kind: GrantKind, place: string, user: string): string =>
  `${place} = any(array(select g.ref_id from identity_grant g where g.user_id = ${user} and g.kind = '${kind}'))`

/** The same condition for one given place: the grant is looked up once, not per row. */
export const grantedOne = (kind: GrantKind, place: string, user: string): string =>
  `exists (select from identity_grant g where g.user_id = ${user} and g.kind = '${kind}' and g.ref_id = ${place})`

/** Returns the kinds of grants that limit this user among rows with these columns. */
export const cutsOf = ({ cut }: Pick<User, 'cut'>, columns: PlaceColumns): GrantKind[] =>
  (['project', 'area'] as const).filter((kind) => cut[`${kind}s`] && columns[kind])

/**
 * Returns conditions that leave only rows of the projects and areas granted to the user, each beginning with ` and `; the empty text for a user
 * who sees the whole tenant. Adds its parameters to `params`.
 */
export const grantedOnly = (user: Pick<User, 'id' | 'cut'>, params: unknown[], columns: PlaceColumns, condition = granted): string =>
  cutsOf(user, columns)
    .map((kind) => ` and ${condition(kind, columns[kind] as string, `$${params.push(user.id)}`)}`)
    .join('')
/** `grantedOnly` for queries that aggregate rows. */
export const grantedSums = (user: Pick<User, 'id' | 'cut'>, params: unknown[], columns: PlaceColumns): string =>
  grantedOnly(user, params, columns, grantedAmong)

/**
 * Returns true if the user has a right. For calls that several rights allow and that check them themselves (`permission: 'signed-in'`). If API scopes limit
 * the user's roles, the right must also be among the granted calls.
 */
export const mayUse = ({ permissions, scopes }: Pick<User, 'permissions' | 'scopes'>, permission: string): boolean =>
  permissions.has(permission) && !scopes?.refuses('', permission)
