import type { Authenticator, Platform, User } from '@lamplight/server-kit'
import { menusPort } from '@lamplight/system/model'
import { IDENTITY_CHANGED } from '../../model/events.ts'
import { seesOwnAreas } from '../../model/matrix.ts'
import { ADMINISTRATOR } from '../../model/role.resource.ts'
import { PLATFORM_TENANT } from '../../model/tenant.resource.ts'
import { declaredRights } from '../people/rights.ts'
import { createScopes, ROLE_SCOPES, type RoleScope } from '../people/scopes.ts'
import { signInPort } from '../ports.ts'
import { createExpiringCache } from './fresh.ts'
import type { Actor } from './sessions.ts'

const FRESH_MS = 2000
const SESSIONS_AT_MOST = 20_000
const SESSIONS_AT_ONCE = 200

interface SessionRow {
  id: string
  user_id: string
  tenant_id: string
  account: string
  name: string
  dept_ids: string[]
  role_ids: string[]
  zone: string
  tenant_expires: Date | null
  projects: boolean
  areas: boolean
  actor: Actor | null
}
interface Role {
  readonly id: string
  readonly tenantId: string
  readonly alias: string
  readonly codes: readonly string[]
  readonly scopes: readonly RoleScope[]
}
const sessionSql = (from: string): string => `
  select s.id, s.user_id, u.tenant_id, u.account, coalesce(u.real_name, u.name, u.account) as name, coalesce(u.dept_id, '{}') as dept_ids,
    coalesce(u.role_id, '{}') as role_ids, t.zone, t.expire_time as tenant_expires,
    s.actor, exists (select 1 from identity_grant g where g.user_id = u.id and g.kind = 'project' and g.named) as projects,
    exists (select 1 from identity_grant g where g.user_id = u.id and g.kind = 'area' and g.named) as areas
  from ${from} s
  join identity_user u on u.id = s.user_id and not u.is_deleted and coalesce(u.status, 1) = 1 and (u.expire_time is null or u.expire_time > $2)
  join identity_tenant t on t.tenant_id = u.tenant_id and not t.is_deleted
  where s.id = any($1::bigint[]) and s.ended_at is null and s.expires_at > $2
    and (s.actor_id is null or exists (select 1 from identity_user a where a.id = s.actor_id and not a.is_deleted and coalesce(a.status, 1) = 1))`
const SESSION = sessionSql('identity_session')
/** A user without a session: the user id is used as the session id. */
const USER = sessionSql(
  "(select id, id as user_id, null::jsonb as actor, null::bigint as actor_id, null::timestamptz as ended_at, 'infinity'::timestamptz as expires_at from identity_user)",
)
const ROLE = `
  select r.id, r.tenant_id as "tenantId", r.role_alias as alias,
    array(select m.menu_code from identity_role_menu m join system_menus s on s.code = m.menu_code and not s.is_deleted
      where m.role_id = r.id) as codes,
    ${ROLE_SCOPES} as scopes
  from identity_role r where r.id = $1 and not r.is_deleted`

/**
 * Finds the user of a token, for HTTP and the live socket. Sessions and roles are cached for two seconds: ended sessions and revoked rights take
 * effect at once in this process, and within that time in others.
 */
export const createAuthenticator = (platform: Platform): Authenticator => {
  const { system, clock, bus } = platform
  const { tokens } = platform.port(signInPort)
  const everything = createExpiringCache<ReadonlySet<string>>({ clock, freshMs: FRESH_MS, atMost: 1 }, async () => {
    const rows = await system.query<{ code: string }>('select code from system_menus where not is_deleted')
    const declared = declaredRights(platform.port(menusPort)).map(({ code }) => code)
    return new Set([...declared, ...rows.map(({ code }) => code)])
  })
  const roles = createExpiringCache<Role | null>({ clock, freshMs: FRESH_MS, atMost: 5000 }, async (id) => {
    const [row] = await system.query<Role>(ROLE, [id])
    return row ?? null
  })

  const scopesOf = createScopes(platform)
  const userOf = async (row: SessionRow): Promise<User> => {
    const found = await Promise.all(row.role_ids.map((id) => roles.get(id)))
    const own = found.filter((role): role is Role => role !== null && role.tenantId === row.tenant_id)
    const aliases = own.map(({ alias }) => alias)
    const administrator = row.tenant_id === PLATFORM_TENANT && aliases.includes(ADMINISTRATOR)
    const scopes = administrator
      ? undefined
      : await scopesOf(
          own.flatMap((role) => role.scopes),
          row.dept_ids,
        )
    return {
      id: row.user_id,
      tenantId: row.tenant_id,
      account: row.account,
      name: row.name,
      roleIds: own.map(({ id }) => id),
      roles: aliases,
      deptIds: row.dept_ids,
      permissions: administrator ? await everything.get('') : new Set(own.flatMap(({ codes }) => codes)),
      administrator,
      cut: {
        projects: row.projects && !administrator,
        areas: (row.areas || seesOwnAreas(aliases)) && !administrator,
      },
      sessionId: row.id,
      ...(scopes && { scopes }),
      ...(row.actor && { actor: row.actor }),
    }
  }
  /** Returns the open ones of these sessions. */
  const openOf = async (ids: readonly string[], sql = SESSION): Promise<SessionRow[]> => {
    const now = clock.now()
    const rows = await system.query<SessionRow>(sql, [ids, new Date(now)])
    return rows.filter((row) => !row.tenant_expires || row.tenant_expires.getTime() > now)
  }
  const sessions = createExpiringCache<{ user: User; zone: string } | null>(
    { clock, freshMs: FRESH_MS, atMost: SESSIONS_AT_MOST },
    async (id) => {
      const [row] = await openOf([id])
      return row ? { user: await userOf(row), zone: row.zone } : null
    },
  )
  bus.on(IDENTITY_CHANGED, () => {
    for (const cache of [sessions, roles, everything]) cache.clear()
    platform.live.recheck()
  })

  return {
    authenticate: async (token) => {
      const claims = await tokens.verify('access_token', token)
      if (!claims) return null
      const who = await sessions.get(claims.sessionId)
      return who && who.user.id === claims.userId ? who : null
    },
    who: async (sessionIds) => {
      const found = new Map<string, User>()
      for (let from = 0; from < sessionIds.length; from += SESSIONS_AT_ONCE)
        for (const row of await openOf(sessionIds.slice(from, from + SESSIONS_AT_ONCE))) found.set(row.id, await userOf(row))
      return found
    },
    user: async (userId) => {
      const [row] = await openOf([userId], USER)
      return row ? { user: { ...(await userOf(row)), sessionId: '' }, zone: row.zone } : null
    },
  }
}
