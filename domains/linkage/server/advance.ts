import { type DeviceTypeDefinition, OPERATORS, type Text, unitSymbol } from '@lamplight/kit'
import { type Ctx, type Platform, type Query, tableOf } from '@lamplight/server-kit'
import {
  COOLDOWN_SECONDS,
  DEPTH_MOST,
  dueAt,
  ENABLE,
  FIRING,
  fired,
  linkageInstance,
  linkageRecord,
  linkageTemplate,
  observe,
  replay,
  SOURCES,
  type Trigger,
  UNSEEN,
  type Watch,
} from '../model/index.ts'
import { readingsOf } from './dry-run.handler.ts'
import { addRecord, type PlannedAction } from './records.ts'
import { commandsOf, type TemplateRow, triggerOf } from './template.server.ts'
import { typeIn } from './types.ts'

const LOCK = 65_001
const REPORTS_MOST = 2000
/** A report that arrives later than this after its own time fires no linkage. */
const STALE_MS = 10 * 60_000
/** If a device fires a linkage within this time after another linkage commanded it, the second firing is the next link of a chain. */
const CHAIN_MS = 2 * 60_000

interface ReportRow {
  readonly id: string
  readonly instance_id: string
  readonly device_id: string
  readonly at: Date
  readonly value: unknown
}
interface WatchRow {
  readonly instance_id: string
  readonly device_id: string
  readonly armed: boolean
  readonly since: Date | null
  readonly at: Date
  readonly value: unknown
}
type Instance = TemplateRow & {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly enable: number
  readonly cooldown: number | null
  readonly toggleDevIds: string
  readonly devIds: string
  readonly actingUser: string | null
  readonly projectId: string | null
  readonly areaId: string | null
  readonly last: Date | null
}

const INSTANCES = `select i.id::text as id, i.tenant_id as "tenantId", i.instance_name as name, i.enable::int as enable, i.cooldown::int as cooldown,
    i.toggle_dev_ids as "toggleDevIds", i.dev_ids as "devIds", i.acting_user::text as "actingUser", i.project_id::text as "projectId", i.area_id::text as "areaId",
    t.toggle_dev_type::int as "toggleDevType", t.property, t.operator::int as operator, t.value, t.again_value as "againValue", t.hold_seconds::int as "holdSeconds",
    t.dev_type::int as "devType", t.actions,
    (select max(r.fired_at) from ${tableOf(linkageRecord)} r where r.tenant_id = i.tenant_id and r.instance_id = i.id and r.state <> ${FIRING.cut} and not r.is_deleted) as last
  from ${tableOf(linkageInstance)} i join ${tableOf(linkageTemplate)} t on t.id = i.template_id and t.tenant_id = i.tenant_id and not t.is_deleted
  where i.id = any($1::bigint[]) and i.enable > 0 and not i.is_deleted`

const key = (instanceId: string, deviceId: string): string => `${instanceId} ${deviceId}`
const shown = (type: DeviceTypeDefinition | undefined, property: string, value: unknown): Text => {
  const { values, words, unit } = type?.properties[property] ?? {}
  if (Array.isArray(value)) {
    const parts = value.map((one) => words?.[String(one)] ?? ([String(one), String(one)] as const))
    return [parts.map(([zh]) => zh).join('、'), parts.map(([, en]) => en).join(', ')]
  }
  const known = values?.[Number(value)] ?? words?.[String(value)]
  if (known) return known
  const text = unit ? `${String(value)} ${unitSymbol(unit)}` : String(value)
  return [text, text]
}
/** `PM-01 PM2.5 120 µg/m³，大于 100 µg/m³，持续 60 s`. */
const causeOf = (type: DeviceTypeDefinition | undefined, instance: Instance, trigger: Trigger, sn: string, value: unknown): Text => {
  const label = type?.properties[instance.property]?.label ?? ([instance.property, instance.property] as const)
  const [now, wanted] = [shown(type, instance.property, value), shown(type, instance.property, trigger.value)]
  const word = OPERATORS[trigger.operator]
  const held = trigger.holdSeconds > 0 ? [`，持续 ${trigger.holdSeconds} s`, ` for ${trigger.holdSeconds} s`] : ['', '']
  return [
    `${sn} ${label[0]} ${now[0]}，${word[0]} ${wanted[0]}${held[0]}`,
    `${sn}: ${label[1]} ${now[1]}, ${word[1]} ${wanted[1]}${held[1]}`,
  ]
}

/** The last firing that commanded a device. A firing of this device is one link deeper in the chain. */
const causeBefore = async (query: Query, tenantId: string, deviceId: string, now: number) => {
  const [row] = await query<{ id: string; depth: number }>(
    `select record_id::text as id, depth::int as depth from linkage_work where tenant_id = $1 and fired_at > $3 and $2::bigint = any(device_ids)
     order by depth desc, record_id desc limit 1`,
    [tenantId, deviceId, new Date(now - CHAIN_MS)],
  )
  return row
}

/** The commands of a linkage, each with the bound devices of its type. */
const planOf = async (query: Query, instance: Instance): Promise<readonly PlannedAction[]> => {
  const devices = await query<{ id: string; type: number }>(
    'select device_id::text as id, type::int as type from devices_registered where tenant_id = $1 and device_id = any($2::bigint[])',
    [instance.tenantId, instance.devIds.split(',')],
  )
  return commandsOf(instance).flatMap((command) => {
    const ids = devices.filter(({ type }) => type === command.devType).map(({ id }) => id)
    return ids.length === 0 ? [] : [{ ...command, deviceIds: ids.join(',') }]
  })
}

/** Stores the firing of a linkage by a device. */
const fire = async (
  platform: Platform,
  query: Query,
  instance: Instance,
  deviceId: string,
  watch: Pick<Watch, 'since' | 'value'>,
  now: number,
): Promise<void> => {
  const trigger = triggerOf(instance)
  const type = await typeIn(platform, instance.toggleDevType)
  const [device] = await query<{ sn: string }>('select sn from devices_registered where device_id = $1', [deviceId])
  const before = await causeBefore(query, instance.tenantId, deviceId, now)
  const depth = (before?.depth ?? 0) + 1
  const actions = await planOf(query, instance)
  const planned = instance.enable === ENABLE.shadow ? FIRING.shadow : actions.length === 0 ? FIRING.failed : FIRING.pending
  await addRecord(platform, query, {
    tenantId: instance.tenantId,
    userId: instance.actingUser,
    kind: SOURCES.linkage,
    source: instance.name,
    state: depth > DEPTH_MOST ? FIRING.cut : planned,
    firedAt: now,
    cause: causeOf(type, instance, trigger, device?.sn ?? '', watch.value),
    actions,
    device: { id: deviceId, sn: device?.sn ?? '' },
    property: instance.property,
    value: Array.isArray(watch.value) ? watch.value.join(',') : String(watch.value),
    seenAt: watch.since ?? now,
    depth,
    causedBy: before?.id ?? null,
    instanceId: instance.id,
    projectId: instance.projectId,
    areaId: instance.areaId,
  })
}

/** A new linkage of a demo has records of this time before its start, ms. */
const PAST_MS = 7 * 86_400_000

/**
 * In a demo: stores the records that the linkage `name` in shadow mode would have in `PAST_MS` before `now`, epoch ms, computed by the engine from the stored
 * values of its devices. Does nothing if it has such records.
 */
export const recordPast = async (ctx: Ctx, name: string, now: number): Promise<void> => {
  const [found] = await ctx.query<{ id: string; known: boolean }>(
    `select i.id::text as id, exists (select from ${tableOf(linkageRecord)} r where r.instance_id = i.id and r.fired_at < $3) as known
     from ${tableOf(linkageInstance)} i where i.tenant_id = $1 and i.instance_name = $2 and not i.is_deleted`,
    [ctx.tenantId, name, new Date(now)],
  )
  const [instance] = found && !found.known ? await ctx.query<Instance>(INSTANCES, [[found.id]]) : []
  const type = instance && (await typeIn(ctx.platform, instance.toggleDevType))
  if (instance?.enable !== ENABLE.shadow || !type) return
  const asked = { property: instance.property, deviceIds: instance.toggleDevIds.split(','), since: now - PAST_MS }
  const readings = await readingsOf(ctx, type, asked)
  for (const { deviceId, at, value } of replay(triggerOf(instance), instance.cooldown ?? COOLDOWN_SECONDS, readings, now))
    await fire(ctx.platform, ctx.query, instance, deviceId, { since: at - (instance.holdSeconds ?? 0) * 1000, value }, at)
}

/**
 * Takes stored reports, follows the conditions of the linkages and stores the firings that are due, in one transaction: a process that ends in between
 * has done nothing, and a second one waits. Returns the number of reports and firings.
 */
export const advance = (platform: Platform): Promise<{ reports: number; firings: number }> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const now = platform.clock.now()
    const reports = await query<ReportRow>(
      `delete from linkage_report where id in (select id from linkage_report order by id limit ${REPORTS_MOST})
       returning id::text as id, instance_id::text as instance_id, device_id::text as device_id, at, value`,
    )
    const known = await query<WatchRow>(
      `select instance_id::text as instance_id, device_id::text as device_id, armed, since, at, value from linkage_watch
       where (armed and since is not null) or (instance_id, device_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
      [reports.map((row) => row.instance_id), reports.map((row) => row.device_id)],
    )
    if (reports.length === 0 && known.length === 0) return { reports: 0, firings: 0 }
    const ids = [...new Set([...reports, ...known].map((row) => row.instance_id))]
    const instances = new Map((await query<Instance>(INSTANCES, [ids])).map((one) => [one.id, one]))
    const watches = new Map<string, Watch>()
    for (const { instance_id, device_id, armed, since, at, value } of known)
      watches.set(key(instance_id, device_id), { armed, since: since?.getTime() ?? null, at: at.getTime(), value })
    const changed = new Map<string, Watch>()
    const put = (at: string, watch: Watch): void => {
      watches.set(at, watch)
      changed.set(at, watch)
    }
    for (const { instance_id, device_id, at, value } of reports.sort((a, b) => a.at.getTime() - b.at.getTime())) {
      const instance = instances.get(instance_id)
      const time = Math.min(at.getTime(), now)
      if (!instance || now - time > STALE_MS || !instance.toggleDevIds.split(',').includes(device_id)) continue
      const place = key(instance_id, device_id)
      put(place, observe(triggerOf(instance), watches.get(place) ?? UNSEEN, { at: time, value }))
    }
    let firings = 0
    const last = new Map([...instances].map(([id, one]) => [id, one.last?.getTime() ?? null]))
    for (const [place, watch] of watches) {
      const [instanceId = '', deviceId = ''] = place.split(' ')
      const instance = instances.get(instanceId)
      if (!instance) continue
      const due = dueAt(triggerOf(instance), watch, instance.cooldown ?? COOLDOWN_SECONDS, last.get(instanceId) ?? null)
      if (due === null || due > now) continue
      await fire(platform, query, instance, deviceId, watch, now)
      last.set(instanceId, now)
      put(place, fired(watch))
      firings += 1
    }
    await storeWatches(query, instances, changed)
    return { reports: reports.length, firings }
  })

const storeWatches = async (query: Query, instances: ReadonlyMap<string, Instance>, changed: ReadonlyMap<string, Watch>): Promise<void> => {
  const rows = [...changed].flatMap(([place, watch]) => {
    const [instanceId = '', deviceId = ''] = place.split(' ')
    const instance = instances.get(instanceId)
    return instance ? [{ instance, deviceId, watch }] : []
  })
  if (rows.length === 0) return
  await query(
    `insert into linkage_watch as w (instance_id, device_id, tenant_id, armed, since, at, value)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[], $5::timestamptz[], $6::timestamptz[], $7::jsonb[])
     on conflict (instance_id, device_id) do update set armed = excluded.armed, since = excluded.since, at = excluded.at, value = excluded.value`,
    [
      rows.map(({ instance }) => instance.id),
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ instance }) => instance.tenantId),
      rows.map(({ watch }) => watch.armed),
      rows.map(({ watch }) => (watch.since === null ? null : new Date(watch.since))),
      rows.map(({ watch }) => new Date(watch.at)),
      rows.map(({ watch }) => JSON.stringify(watch.value)),
    ],
  )
}
