import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createVault, errors, type Route, route, T } from '@lamplight/server-kit'
import { BACKUP } from '../model/backup.resource.ts'
import { systemErrors } from '../model/system.errors.ts'
import { ARCHIVE_PATH, TICKET_USE } from './backup.server.ts'
import { archivePath } from './backups.ts'

/** The archive behind an address that `download` gave, for as long as it opens. */
const archive = route({
  method: 'GET',
  path: ARCHIVE_PATH,
  summary: ['备份文件', 'The archive of a backup, by the signed address that download gives'],
  permission: 'public',
  answers: 'raw',
  query: T.Object({ sign: T.String({ maxLength: 200 }) }),
  handler: async ({ ctx, query, reply }) => {
    const ticket = await createVault(ctx.platform)
      .open(query.sign, TICKET_USE)
      .catch(() => '')
    const [id = '', until = '0'] = ticket.split('.')
    if (!id || Number(until) < ctx.now().getTime()) throw errors.notFound()
    const [row] = await ctx.platform.system.query<{ name: string }>(
      'select name from system_backup where id = $1 and status = $2 and not is_deleted',
      [id, BACKUP.done],
    )
    if (!row) throw errors.notFound()
    const path = archivePath(ctx.platform, row.name)
    const size = (await stat(path).catch(() => null))?.size
    if (size === undefined) throw systemErrors.backupElsewhere({})
    reply.header('content-type', 'application/octet-stream')
    reply.header('content-length', String(size))
    reply.header('content-disposition', `attachment; filename="${row.name}"`)
    reply.header('cache-control', 'no-store')
    return createReadStream(path)
  },
})

export const backupRoutes: readonly Route[] = [archive]
