/** The signed-in user, as in the token response (wire-contract.md 3.2). */
export interface UserInfo {
  readonly userId: string
  readonly tenantId: string
  readonly account: string
  readonly name: string
  readonly avatar: string
  /** Role aliases: administrator, admin, operator, … */
  readonly roles: readonly string[]
  /** IANA time zone of the tenant, if the server sends it. */
  readonly zone: string | null
  /** True if the user sees only granted areas or projects. */
  readonly limited: boolean
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns the fields of a flat token response that the console uses; null if it names no user. */
export const userOf = (answer: Readonly<Record<string, unknown>>): UserInfo | null => {
  const userId = text(answer.user_id)
  const tenantId = text(answer.tenant_id)
  if (!userId || userId === '-1' || !tenantId) return null
  const account = text(answer.account)
  return {
    userId,
    tenantId,
    account,
    name: text(answer.nick_name) || text(answer.real_name) || text(answer.user_name) || account,
    avatar: text(answer.avatar),
    roles: text(answer.role_name).split(',').filter(Boolean),
    zone: text(answer.zone) || null,
    limited: (answer.detail as { limited?: unknown } | null | undefined)?.limited === true,
  }
}
