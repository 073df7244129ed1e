import { randomUUID } from 'node:crypto'
import type { Platform } from '@lamplight/server-kit'
import { REFRESH_SECONDS } from '../../model/client.resource.ts'
import { IDENTITY_CHANGED, SIGNED_IN, type SignedIn } from '../../model/events.ts'

const REFRESH_MS = REFRESH_SECONDS * 1000
const GRACE_MS = 5000
/** The user who is signed in as another one (grant sale); named in tokens, answers and the audit log. */
export interface Actor {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly tenantId: string
  readonly reason: string
}
/** Data of a new session. `method`: the grant that opened it. */
export interface Opening {
  readonly userId: string
  readonly tenantId: string
  readonly ip: string
  readonly userAgent: string
  readonly method: string
  readonly actor?: Actor
}
/** A session in the lists of its owner and administrators. Times are epoch ms. */
export interface Device {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly method: string
  readonly actor: Actor | null
  readonly createdAt: number
  readonly lastAt: number
}

/** The valid refresh token of a session and its expiry (epoch ms). */
export interface Refresh {
  readonly sessionId: string
  readonly userId: string
  readonly refreshId: string
  readonly expiresAt: number
  readonly actor?: Actor
}
interface SessionRow {
  actor: Actor | null
  id: string
  user_id: string
  refresh_id: string
  previous_id: string | null
  rotated_at: Date
  expires_at: Date
}

/**
 * Sessions, each with a family of refresh tokens of which one is valid. Using it replaces it by a new one; using an older one ends the
 * session, because somebody else has a copy. Only the one just replaced stays valid for five seconds, for two tabs that refresh at the
 * same time: it returns the token that replaced it.
 */
export const createSessions = ({ system, clock, newId, bus }: Pick<Platform, 'system' | 'clock' | 'newId' | 'bus'>) => {
  const changed = (): void => bus.emit(IDENTITY_CHANGED, {})
  return {
    open: async (opening: Opening): Promise<Refresh> => {
      const now = clock.now()
      const { actor } = opening
      const session = {
        sessionId: newId(),
        userId: opening.userId,
        refreshId: randomUUID(),
        expiresAt: now + REFRESH_MS,
        ...(actor && { actor }),
      }
      await system.query(
        `insert into identity_session (id, tenant_id, user_id, refresh_id, rotated_at, ip, user_agent, created_at, expires_at, method, actor_id, actor)
         values ($1, $2, $3, $4, $5, $6, $7, $5, $8, $9, $10, $11)`,
        [
          session.sessionId,
          opening.tenantId,
          opening.userId,
          session.refreshId,
          new Date(now),
          opening.ip,
          opening.userAgent.slice(0, 300),
          new Date(session.expiresAt),
          opening.method,
          actor?.id ?? null,
          actor ? JSON.stringify(actor) : null,
        ],
      )
      bus.emit(SIGNED_IN, { sessionId: session.sessionId, tenantId: opening.tenantId } satisfies SignedIn)
      return session
    },
    /** Returns the next refresh token of the family; null if `refreshId` is not valid. A reused one ends the session. */
    renew: async (sessionId: string, refreshId: string): Promise<Refresh | null> => {
      const renewed = await system.tx(async (query): Promise<Refresh | 'reused' | null> => {
        const now = clock.now()
        const [row] = await query<SessionRow>(
          `select id, user_id, refresh_id, previous_id, rotated_at, expires_at, actor from identity_session
           where id = $1 and ended_at is null and expires_at > $2 for update`,
          [sessionId, new Date(now)],
        )
        if (!row) return null
        const same = { sessionId, userId: row.user_id, ...(row.actor && { actor: row.actor }) }
        if (row.refresh_id === refreshId) {
          const next = { ...same, refreshId: randomUUID(), expiresAt: now + REFRESH_MS }
          await query('update identity_session set refresh_id = $2, previous_id = $3, rotated_at = $4, expires_at = $5 where id = $1', [
            sessionId,
            next.refreshId,
            refreshId,
            new Date(now),
            new Date(next.expiresAt),
          ])
          return next
        }
        if (row.previous_id === refreshId && now - row.rotated_at.getTime() <= GRACE_MS)
          return { ...same, refreshId: row.refresh_id, expiresAt: row.expires_at.getTime() }
        await query(`update identity_session set ended_at = $2, ended_why = 'reuse' where id = $1`, [sessionId, new Date(now)])
        await query(
          `insert into kit_audit (id, tenant_id, user_id, account, what, target, detail, result)
           select $2, s.tenant_id, s.user_id, coalesce(u.account, ''), 'identity.session.end', s.id::text, $3, 'reuse'
           from identity_session s left join identity_user u on u.id = s.user_id where s.id = $1`,
          [sessionId, newId(), JSON.stringify({ why: 'a refresh token that had been replaced was used again' })],
        )
        return 'reused'
      })
      if (renewed !== 'reused') return renewed
      changed()
      return null
    },
    /** Ends a session; with `userId` only if it belongs to that user. False if there was none. */
    end: async (sessionId: string, why: string, userId?: string): Promise<boolean> => {
      const ended = await system.query(
        `update identity_session set ended_at = $2, ended_why = $3
         where id = $1 and ended_at is null and ($4::bigint is null or user_id = $4) returning id`,
        [sessionId, new Date(clock.now()), why, userId ?? null],
      )
      changed()
      return ended.length > 0
    },
    /** The open sessions of a user, the last used first. */
    of: async (userId: string): Promise<Device[]> => {
      const rows = await system.query<Omit<Device, 'createdAt' | 'lastAt'> & { createdAt: Date; lastAt: Date }>(
        `select id, ip, user_agent as "userAgent", method, actor, created_at as "createdAt", rotated_at as "lastAt" from identity_session
         where user_id = $1 and ended_at is null and expires_at > $2 order by rotated_at desc limit 200`,
        [userId, new Date(clock.now())],
      )
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime(), lastAt: row.lastAt.getTime() }))
    },
    /** Ends all sessions of users except `except`. */
    endOf: async (userIds: readonly string[], why: string, except?: string): Promise<void> => {
      await system.query(
        `update identity_session set ended_at = $2, ended_why = $3
         where user_id = any($1) and ended_at is null and id is distinct from $4::bigint`,
        [userIds, new Date(clock.now()), why, except ?? null],
      )
      changed()
    },
    /** Deletes sessions that ended so long ago that all their tokens have expired. */
    expire: async (): Promise<void> => {
      await system.query('delete from identity_session where expires_at < $1', [new Date(clock.now() - 24 * 3_600_000)])
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
