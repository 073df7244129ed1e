import type { User } from './context-types.ts'

export type GrantKind = 'project' | 'area'
export interface PlaceColumns {
  /** SQL of the id of a row's project. */
  readonly project?: string
  /** SQL of the id of a row's area. */
  readonly area?: string
}

/** Is `place` among the asker's grants of that kind? `user` is the parameter with the asker's id. */
export const granted = (kind: GrantKind, place: string, user: string): string =>
  `${place} in (select g.ref_id from identity_grant g where g.user_id = ${user} and g.kind = '${kind}')`

/**
 * The same for rows that are aggregated: the grants are read once into an array. With the subquery of `granted`, a limit on the groups makes the planner
 * look up the grant of each row.
 */
const grantedAmong = (kind: GrantKind, place: string, user: string): string =>
  `${place} = any(array(select g.ref_id from identity_grant g where g.user_id = ${user} and g.kind = '${kind}'))`

/** The same of one place that is named: looked up once, not for each row. */
export const grantedOne = (kind: GrantKind, place: string, user: string): string =>
  `exists (select from identity_grant g where g.user_id = ${user} and g.kind = '${kind}' and g.ref_id = ${place})`

/** Grants that cut rows with these columns for a user. */
export const cutsOf = ({ cut }: Pick<User, 'cut'>, columns: PlaceColumns): GrantKind[] =>
  (['project', 'area'] as const).filter((kind) => cut[`${kind}s`] && columns[kind])

/**
 * Conditions that leave only rows of the projects and areas granted to the user, each beginning with ` and `; nothing for who sees all of
 * the tenant. Adds its parameters to `params`.
 */
export const grantedOnly = (user: Pick<User, 'id' | 'cut'>, params: unknown[], columns: PlaceColumns, condition = granted): string =>
  cutsOf(user, columns)
    .map((kind) => ` and ${condition(kind, columns[kind] as string, `$${params.push(user.id)}`)}`)
    .join('')
/** `grantedOnly` for rows that are aggregated. */
export const grantedSums = (user: Pick<User, 'id' | 'cut'>, params: unknown[], columns: PlaceColumns): string =>
  grantedOnly(user, params, columns, grantedAmong)
