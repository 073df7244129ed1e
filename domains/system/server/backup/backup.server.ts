import { A, type Ctx, changed, errors, onServer, PLATFORM_TENANT, pairSql } from '@lamplight/server-kit'
import { BACKUP, BY_HAND, backup } from '../../model/backup.resource.ts'
import { BACKUP_ASKED, BACKUP_REMOVED } from '../../model/events.ts'
import { systemErrors } from '../../model/system.errors.ts'
import { giveTicket } from './backup-tickets.ts'
import { requestBackup } from './backups.ts'

export const ARCHIVE_PATH = '/api/blade-system/backup/archive'

/** Throws unless the user belongs to the platform's tenant: a backup contains the data of every tenant. */
const refuseTenants = (ctx: Ctx): void => {
  if (ctx.tenantId !== PLATFORM_TENANT) throw errors.noRight()
}

export const backupServer = onServer(backup, {
  place: 'author',
  shown: { reason: pairSql('t.reason') },
  beforeRemove: async ({ ctx, rows }) => {
    refuseTenants(ctx)
    if (rows.some(({ status }) => status === BACKUP.waiting || status === BACKUP.running)) throw systemErrors.backupRunning({})
    // The archives are deleted after the rows have been removed.
    ctx.emit(BACKUP_REMOVED, {})
  },
  returns: { run: A.made, download: A.of({ link: A.text, name: A.text }) },
  actions: {
    run: async ({ ctx }) => {
      refuseTenants(ctx)
      const id = await ctx.tx(async (query) => {
        const made = await requestBackup(query, { id: ctx.platform.newId(), at: ctx.now().getTime(), userId: ctx.user.id, kind: BY_HAND })
        if (made) await ctx.audit({ what: 'system.backup.run', target: made, detail: changed(null, { kind: BY_HAND }) }, query)
        return made
      })
      if (id === null) throw systemErrors.backupRunning({})
      ctx.emit(BACKUP_ASKED, {})
      ctx.platform.live.push(PLATFORM_TENANT, 'jobs', { id, by: ctx.user.id, right: 'backup_view' })
      return { id }
    },
    // A browser downloads gigabytes from an address, not through a script: this address works once, within a minute.
    download: async ({ ctx, ids: [id = ''] }) => {
      refuseTenants(ctx)
      const [row] = await ctx.query<{ name: string; sha256: string }>(
        'select name, sha256 from system_backup where id = $1 and status = $2 and not is_deleted',
        [id, BACKUP.done],
      )
      if (!row) throw systemErrors.backupNone({})
      await ctx.audit({ what: 'system.backup.download', target: id, detail: { name: row.name, sha256: row.sha256 } })
      return { link: `${ARCHIVE_PATH}?sign=${await giveTicket(ctx, id)}`, name: row.name }
    },
  },
})
