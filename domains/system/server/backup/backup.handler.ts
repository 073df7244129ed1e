import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { A, DEFAULT_ZONE, errors, PLATFORM_TENANT, type Route, route, T } from '@lamplight/server-kit'
import { BACKUP } from '../../model/backup.resource.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { ARCHIVE_PATH } from './backup.server.ts'
import { noteRefused, ticketOf, useTicket } from './backup-tickets.ts'
import { archivePath } from './backups.ts'

/**
 * Sends the archive of an address made by `download`: once, within a minute, with an audit entry for the
 * ticket's owner; later uses are recorded, too.
 */
const archive = route({
  method: 'GET',
  path: ARCHIVE_PATH,
  summary: ['备份文件', 'Backup archive behind the signed link of download'],
  example: { query: { sign: 'signature-of-the-link' } },
  permission: 'public',
  answers: 'raw',
  query: T.Object({ sign: T.String({ maxLength: 200 }) }),
  returns: A.file('application/octet-stream'),
  handler: async ({ ctx, query, reply }) => {
    const { system } = ctx.platform
    const ticket = await ticketOf(ctx, query.sign)
    if (!ticket) throw errors.notFound()
    if (!ticket.opens) {
      await noteRefused(ctx, ticket)
      throw errors.notFound()
    }
    const [row] = await system.query<{ name: string; sha256: string }>(
      'select name, sha256 from system_backup where id = $1 and status = $2 and not is_deleted',
      [ticket.backupId, BACKUP.done],
    )
    if (!row) throw errors.notFound()
    const path = archivePath(ctx.platform, row.name)
    const size = (await stat(path).catch(() => null))?.size
    if (size === undefined) throw systemErrors.backupElsewhere({})
    const taker = ctx.as({ ...ctx.user, id: ticket.userId, account: ticket.account, tenantId: PLATFORM_TENANT }, DEFAULT_ZONE)
    const first = await system.tx(async (within) => {
      if (!(await useTicket(within, ticket, ctx.now()))) return false
      const detail = { name: row.name, sha256: row.sha256 }
      await taker.audit({ what: 'system.backup.fetch', target: ticket.backupId, detail }, within)
      return true
    })
    if (!first) {
      await noteRefused(ctx, ticket)
      throw errors.notFound()
    }
    reply.header('content-type', 'application/octet-stream')
    reply.header('content-length', String(size))
    reply.header('content-disposition', `attachment; filename="${row.name}"`)
    reply.header('cache-control', 'no-store')
    return createReadStream(path)
  },
})

export const backupRoutes: readonly Route[] = [archive]
