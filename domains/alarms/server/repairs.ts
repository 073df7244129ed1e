import { permissionOf, pick } from '@lamplight/kit'
import { type LifeEntry, type LifeSource, seenRows, tableOf } from '@lamplight/server-kit'
import { serviceRecord } from '../model/index.ts'
import { serviceRecordServer } from './service-record.server.ts'

interface Row {
  readonly id: string
  readonly at: Date
  readonly content: string
  readonly result: number
  readonly by: string
}
const RESULTS = serviceRecord.fields.result.options
const table = tableOf(serviceRecord)

/** Repairs in the life record of a device: the service records with its serial number that the user may see. */
export const repairs: LifeSource = {
  name: serviceRecord.name,
  kinds: ['repaired'],
  read: async (ctx, { sn }, { kinds, limit }) => {
    if (!kinds.has('repaired') || !ctx.user.permissions.has(permissionOf(serviceRecord, 'page'))) return { entries: [], total: 0 }
    const params: unknown[] = [sn]
    const where = `where t.sn = $1 and ${seenRows(serviceRecordServer, ctx.user, params)}`
    const [rows, [counted]] = await ctx.queries<[Row, { n: number }]>([
      [
        `select t.id::text as id, t.served_at as at, t.content, t.result::int as result, coalesce(u.real_name, u.account, '') as by
         from ${table} t left join identity_users u on u.id = t.served_by ${where} order by t.served_at desc limit ${limit}`,
        params,
      ],
      [`select count(*)::int as n from ${table} t ${where}`, params],
    ])
    const entries = rows.map(
      (row): LifeEntry => ({
        id: row.id,
        kind: 'repaired',
        at: row.at,
        title: row.content,
        by: row.by,
        result: pick(RESULTS.values[row.result as keyof typeof RESULTS.values], ctx.lang),
        tone: RESULTS.tones[row.result as keyof typeof RESULTS.tones],
        source: { resource: serviceRecord.name, id: row.id },
      }),
    )
    return { entries, total: counted?.n ?? 0 }
  },
}
