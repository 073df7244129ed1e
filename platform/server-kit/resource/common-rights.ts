import type { Scopes, User } from '../context-types.ts'
import type { Query } from '../database/query.ts'

/** Returns true if every place of this kind that is granted to `user` is also granted to `other`. */
const hasPlacesWithin = async (query: Query, user: User, other: User, kind: 'area' | 'project'): Promise<boolean> =>
  (
    await query(
      `select from identity_grant g where g.user_id = $1 and g.kind = $3
         and not exists (select from identity_grant o where o.user_id = $2 and o.kind = $3 and o.ref_id = g.ref_id) limit 1`,
      [user.id, other.id, kind],
    )
  ).length === 0

/** Returns true if `other` sees every row that `user` sees. A data scope admits the rows of its own user, so that nobody else sees only these. */
const seesWithin = async (query: Query, user: User, other: User): Promise<boolean> => {
  if (user.tenantId !== other.tenantId || (user.administrator && !other.administrator) || other.scopes?.claim) return false
  for (const kind of ['area', 'project'] as const) {
    if (!other.cut[`${kind}s`]) continue
    if (!user.cut[`${kind}s`] || !(await hasPlacesWithin(query, user, other, kind))) return false
  }
  return true
}

/** Limits of several users: what one of them may not call is refused. */
const scopesOfAll = (own: Scopes | undefined, all: readonly User[]): Scopes | undefined => {
  const limits = all.flatMap(({ scopes }) => scopes ?? [])
  if (limits.length === 0) return undefined
  return {
    tables: own?.tables ?? new Set(),
    claim: own?.claim ?? '',
    refuses: (path, permission) => limits.some((one) => one.refuses(path, permission)),
  }
}

/**
 * Returns the user whose rows all others see, with the permissions that all have; null if there is no such user. `query` sees every tenant.
 */
export const commonUser = async (query: Query, all: readonly User[]): Promise<User | null> => {
  for (const user of all) {
    const others = all.filter(({ id }) => id !== user.id)
    const within = await Promise.all(others.map((other) => seesWithin(query, user, other)))
    if (within.includes(false)) continue
    const permissions = new Set([...user.permissions].filter((code) => others.every((other) => other.permissions.has(code))))
    return { ...user, permissions, scopes: scopesOfAll(user.scopes, all) }
  }
  return null
}
