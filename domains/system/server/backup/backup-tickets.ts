import { type Ctx, createVault, DEFAULT_ZONE, PLATFORM_TENANT, type Platform, type Query } from '@lamplight/server-kit'

const USE = 'backup.download'
const OPENS_MS = 60_000
/** How long expired tickets are kept, so that their use can still be reported, ms. */
const KEPT_MS = 30 * 86_400_000

/** Permission of a user to download one archive. */
export interface Ticket {
  readonly id: string
  readonly backupId: string
  readonly userId: string
  readonly account: string
  /** True if the ticket is neither used nor expired. */
  readonly opens: boolean
}

/** Returns a signature that downloads the archive of a backup once, within a minute. */
export const giveTicket = async (ctx: Ctx, backupId: string): Promise<string> => {
  const { platform, user } = ctx
  const id = platform.newId()
  await platform.system.query(
    'insert into system_backup_ticket (id, tenant_id, backup_id, user_id, account, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [id, PLATFORM_TENANT, backupId, user.id, user.account, new Date(ctx.now().getTime() + OPENS_MS)],
  )
  return createVault(platform).seal(id, USE)
}

/** Returns the ticket of a signature; null if it is not valid. */
export const ticketOf = async (ctx: Ctx, sign: string): Promise<Ticket | null> => {
  const id = await createVault(ctx.platform)
    .open(sign, USE)
    .catch(() => null)
  if (id === null) return null
  const [ticket] = await ctx.platform.system.query<Ticket>(
    `select id, backup_id as "backupId", user_id as "userId", account, used_at is null and expires_at > $2 as opens
     from system_backup_ticket where id = $1`,
    [id, ctx.now()],
  )
  return ticket ?? null
}

/** Marks a ticket as used. Returns false if another request, of this or another process, was first. */
export const useTicket = async (query: Query, { id }: Ticket, now: Date): Promise<boolean> =>
  (
    await query('update system_backup_ticket set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning id', [
      id,
      now,
    ])
  ).length > 0

/**
 * Records the use of a ticket that no longer works: somebody other than its owner may have the address. Writes an audit entry for the first,
 * tenth, hundredth time and so on, because such requests cost nothing.
 */
export const noteRefused = async (ctx: Ctx, { id, backupId, account }: Ticket): Promise<void> => {
  const [row] = await ctx.platform.system.query<{ refused: number; used: boolean }>(
    'update system_backup_ticket set refused = refused + 1 where id = $1 returning refused, used_at is not null as used',
    [id],
  )
  if (!row || !/^10*$/.test(String(row.refused))) return
  const entry = { what: 'system.backup.fetch', target: backupId, detail: { givenTo: account, userAgent: ctx.userAgent } }
  await ctx
    .as({ ...ctx.user, tenantId: PLATFORM_TENANT }, DEFAULT_ZONE)
    .audit({ ...entry, count: row.refused, result: row.used ? 'used' : 'aged' })
}

/** Deletes tickets a month after their expiry, used or not. */
export const dropOldTickets = async ({ system, clock }: Pick<Platform, 'system' | 'clock'>): Promise<void> => {
  await system.query('delete from system_backup_ticket where expires_at <= $1', [new Date(clock.now() - KEPT_MS)])
}
