import { pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { type ChangeInWords, type Ctx, changeWords, errors, mayList, onListing, registryPort, seenRows } from '@lamplight/server-kit'
import { deviceLog, LOG_KINDS } from '../../model/device-log.listing.ts'
import { gateway, gatewayType } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { seenDevices } from '../device-sight.ts'

/** Entries that are counted: more are announced as this number. */
const COUNTED = 10_000
const DELETED_AT_MOST = 5000

interface LogRow {
  readonly id: string
  readonly device_id: string | null
  readonly kind: number
  readonly at: Date
  readonly account: string
  readonly detail: {
    readonly text?: Text
    readonly count?: number
    readonly before?: Record<string, unknown>
    readonly after?: Record<string, unknown>
  }
  readonly sn: string | null
  readonly name: string | null
  readonly type: number | null
}

/** SQL condition over the entry `l`: its device is one that the user sees. Entries without a device are for users who see the whole tenant. */
const seenEntries = (ctx: Ctx, params: unknown[]): string => {
  const device = '= l.device_id'
  const served = ctx.platform.port(registryPort).resources.get(gateway.name)
  const gates =
    served && mayList(ctx.user, gateway)
      ? ` or exists (select from devices_gateway t where t.id ${device} and ${seenRows(served, ctx.user, params)})`
      : ''
  const { cut, scopes } = ctx.user
  const all = cut.projects || cut.areas || scopes ? '' : ' or l.device_id is null'
  return `(exists (select from devices_registry r where r.device_id ${device}${seenDevices(ctx, params, { among: device })})${gates}${all})`
}

/**
 * SQL condition over the entry `l`: the serial number of its device begins with `text`. The devices are found first, so that their entries are read by the
 * index; a condition on the joined device would look up the device of every entry.
 */
const namedBy = (text: string): string =>
  `l.device_id = any(array(select x.device_id from devices_registry x where starts_with(x.sn, ${text})
     union all select x.id from devices_gateway x where starts_with(x.sn, ${text}) and not x.is_deleted))`

const FROM = `from devices_log l left join devices_registry r on r.device_id = l.device_id
  left join devices_gateway g on r.device_id is null and g.id = l.device_id and not g.is_deleted`

/** Changes in words, by the fields of the resource of each device. */
const wordsOf = async (ctx: Ctx, rows: readonly (LogRow & { readonly resource: ResourceDefinition | undefined })[]) => {
  const words = new Map<string, readonly ChangeInWords[]>()
  for (const [resource, own] of Map.groupBy(rows, ({ resource: one }) => one)) {
    const changes = own.filter(({ detail }) => detail.after)
    if (!resource || changes.length === 0) continue
    const found = await changeWords(
      ctx,
      resource,
      changes.map(({ detail }) => ({ before: detail.before ?? {}, after: detail.after ?? {} })),
    )
    changes.forEach(({ id }, at) => {
      words.set(id, found[at] ?? [])
    })
  }
  return words
}

const read = async (
  ctx: Ctx,
  where: string,
  params: readonly unknown[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const [found, [counted]] = await ctx.slowly('devices.log', () =>
    ctx.queries<[LogRow, { n: number }]>([
      [
        `select l.id::text as id, l.device_id::text as device_id, l.kind::int as kind, l.at, l.account, l.detail, coalesce(r.sn, g.sn) as sn,
           coalesce(r.name, g.name) as name, coalesce(r.type::int, case when g.id is not null then ${gatewayType.code} end) as type
         ${FROM} where ${where} order by l.at desc, l.id desc limit ${limit} offset ${offset}`,
        params,
      ],
      [`select count(*)::int as n from (select 1 ${FROM} where ${where} limit ${COUNTED}) l`, params],
    ]),
  )
  return { found, total: counted?.n ?? 0 }
}

export const deviceLogServer = onListing(deviceLog, {
  read: async (ctx, { deviceId, kind, sn, startDate, endDate }, page) => {
    const params: unknown[] = []
    const where = [
      seenEntries(ctx, params),
      ...(deviceId ? [`l.device_id = $${params.push(deviceId)}`] : []),
      ...(kind ? [`l.kind = $${params.push(kind)}`] : []),
      ...(startDate ? [`l.at >= $${params.push(startDate)}`] : []),
      ...(endDate ? [`l.at <= $${params.push(endDate)}`] : []),
      ...(sn ? [namedBy(`$${params.push(sn)}`)] : []),
    ]
    const { found, total } = await read(ctx, where.join(' and '), params, page)
    const types = ctx.platform.port(deviceTypesPort)
    await types.need(found.flatMap(({ type }) => type ?? []))
    const entries = found.map((row) => ({
      ...row,
      resource: row.type === null ? undefined : row.type === gatewayType.code ? gateway : types.resourceOf(row.type),
    }))
    const changes = await wordsOf(ctx, entries)
    const rows = entries.map(({ id, device_id: device, kind: of, at, account, detail, sn: serial, name, type, resource }) => ({
      id,
      deviceId: device,
      sn: serial,
      name,
      devType: type ?? 0,
      resource: resource?.name ?? '',
      kind: of,
      kindName: pick(LOG_KINDS[of as keyof typeof LOG_KINDS] ?? ['', ''], ctx.lang),
      at: at.toISOString(),
      account,
      text: detail.text ? pick(detail.text, ctx.lang) : '',
      count: detail.count ?? (device ? 1 : 0),
      changes: changes.get(id) ?? [],
    }))
    return { rows, total }
  },
  actions: {
    delete: async ({ ctx, ids }) => {
      const wrong = errors.badParameter({ field: 'deviceLogIds' }, 'deviceLogIds')
      if (ids.length > DELETED_AT_MOST) throw wrong
      return ctx.tx(async (query) => {
        const params: unknown[] = [ids]
        const gone = await query<{ id: string; kind: keyof typeof LOG_KINDS; at: Date }>(
          `delete from devices_log l where l.id = any($1::bigint[]) and ${seenEntries(ctx, params)} returning l.id::text as id, l.kind::int as kind, l.at`,
          params,
        )
        if (gone.length !== ids.length) throw wrong
        const detail = { before: { entries: gone.slice(0, 50).map(({ kind, at }) => `${LOG_KINDS[kind]?.[1]} ${at.toISOString()}`) } }
        await ctx.audit({ what: 'devices.log.remove', target: ids.slice(0, 50).join(','), count: gone.length, detail }, query)
        return { count: gone.length }
      })
    },
  },
})
