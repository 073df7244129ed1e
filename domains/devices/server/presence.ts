import { arrayOf, type Platform, type Query } from '@lamplight/server-kit'
import { type Connected, DEVICE_NEWS, type DeviceNews, GATEWAY_PRESENCE, GATEWAYS_CONNECTED, type Presence } from '../model/events.ts'
import { controllerType, readRoute } from '../model/index.ts'
import { type AnyState, byKind, type Changed, RETURNING_STATE } from './changed.ts'
import { isWatched, showStates } from './live-states.ts'

/** A gateway that reconnects within this time is not announced as offline. */
const GRACE_MS = 1000
const SEEN_MS = 30_000
/** Maximum number of gateways in one event. */
const NAMED_AT_ONCE = 200

interface GatewayRow {
  readonly id: string
  readonly tenant_id: string
  readonly sn: string
  readonly status: number | null
}

/** Seconds of silence after which a gateway `g` is offline: the delay of its tenant, or three report intervals. $1: interval of a gateway that reports none. */
const DELAY = 'coalesce(d.minutes * 60, 3 * coalesce(g.report_seconds, $1))'
/** The same for the lamp controllers behind it: two report intervals. A shorter delay than this would set controllers offline between two reports. */
const CONTROLLER_DELAY = 'greatest(coalesce(d.minutes, 5) * 60, 2 * coalesce(g.report_seconds, $1))'
/**
 * Online gateways with devices that were silent for DELAY, and for as long since the start ($4, epoch ms). $2: now, epoch ms; $3: additional seconds.
 */
const SILENT = `
select g.sn, (extract(epoch from g.last_seen) * 1000)::float8 as at from devices_gateway g
left join devices_delay_offline d on d.tenant_id = g.tenant_id
where g.online and g.status = 1 and g.holds_sn and not g.is_deleted
  and greatest(g.last_seen, to_timestamp($4::float8 / 1000)) < to_timestamp($2::float8 / 1000) - (${DELAY} + $3) * interval '1 second'
  and exists (select from devices_registry r where r.tenant_id = g.tenant_id and r.gateway_id = g.id)`

/** Returns gateways that are silent although no last will arrived, with the time (epoch ms) of their last message. */
export const silentGateways = (
  { system, clock, config }: Pick<Platform, 'system' | 'clock' | 'config'>,
  options: {
    /** Seconds by which `last_seen` may lag, because other processes write it with delay. */
    readonly lagSeconds: number
    /** Start time of this process, epoch ms. */
    readonly since: number
  },
): Promise<{ sn: string; at: number }[]> =>
  system.query(SILENT, [config.number('REPORT_SECONDS', 300), clock.now(), options.lagSeconds, options.since])

export interface PresenceKeeper {
  /** A gateway connected or disconnected at server time `at`. `anew`: over a new connection that has not been announced yet. */
  readonly mark: (sn: string, online: boolean, at: number, anew?: boolean) => void
  /** A message of the gateway arrived. */
  readonly seen: (sn: string, at: number) => void
  /** Writes last-seen times now; otherwise they are written every 30 s. */
  readonly note: () => Promise<void>
  /** Writes due changes. Called between batches, so that earlier reports are stored first. */
  readonly apply: () => Promise<void>
}

const COME = `
with come as (
  update devices_gateway g set online = true, last_seen = greatest(g.last_seen, to_timestamp(n.at / 1000))
  from unnest($1::text[], $2::float8[]) as n(sn, at)
  where g.sn = n.sn and g.holds_sn and not g.is_deleted and g.online is distinct from true returning g.id, g.tenant_id, g.sn, g.status, n.at
), ended as (
  update devices_fault f set ended_at = greatest(f.began_at, to_timestamp(c.at / 1000))
  from come c where f.device_id = c.id and f.type = 'communicationFailure' and f.ended_at is null
)
select id, tenant_id, sn, status from come`
const NO_LOSS = `g.status = 1 and not exists (select from devices_fault f where f.device_id = g.id and f.type = 'communicationFailure' and f.ended_at is null)`
/**
 * Offline gateways of which no loss is stored: they were online when a server ended, and did not come back to the next one. `at`: their last message, epoch ms.
 */
const MISSED = `select g.sn, (extract(epoch from g.last_seen) * 1000)::float8 as at from devices_gateway g
where not g.online and g.last_seen is not null and g.holds_sn and not g.is_deleted and ${NO_LOSS}`
export const missedGateways = ({ system }: Pick<Platform, 'system'>): Promise<{ sn: string; at: number }[]> => system.query(MISSED)

/** If another process received a message of the gateway after `at`, the gateway stays online. A difference of more than ten minutes means a clock jump. */
const GO = `
with gone as (
  update devices_gateway g set online = false, last_seen = to_timestamp(n.at / 1000)
  from unnest($1::text[], $2::float8[]) as n(sn, at)
  where g.sn = n.sn and g.holds_sn and not g.is_deleted and (g.online is distinct from false or ${NO_LOSS})
    and (g.last_seen between to_timestamp(n.at / 1000 + 0.001) and to_timestamp(n.at / 1000 + 600)) is not true
  returning g.id, g.tenant_id, g.sn, g.status, n.at
), began as (
  insert into devices_fault (device_id, type, began_at, tenant_id)
  select id, 'communicationFailure', to_timestamp(at / 1000), tenant_id from gone where status = 1
  on conflict do nothing
)
select id, tenant_id, sn, status from gone`
const SEEN = `
update devices_gateway g set last_seen = to_timestamp(n.at / 1000)
from unnest($1::text[], $2::float8[]) as n(sn, at)
where g.sn = n.sn and g.holds_sn and not g.is_deleted and (g.last_seen is null or g.last_seen < to_timestamp(n.at / 1000))`
const BEHIND_GATEWAYS = `from unnest($1::bigint[], $2::text[]) as g(id, tenant_id)
  join devices_registry r on r.tenant_id = g.tenant_id and r.gateway_id = g.id where s.device_id = r.device_id`
const OF_ROUTE = `from devices_registry r where r.gateway_sn = $1 and r.tenant_id = $2 and s.device_id = r.device_id`
/** Sets devices offline; with `watched` it returns the new states. */
const setOfflineSql = (which: string, watched: boolean): string => `
update devices_state s set online = false, state = devices_status(s.state <> 5, false, false, false), version = nextval('devices_state_version')
${which} and s.online${watched ? RETURNING_STATE : ''}`

const pairs = (map: ReadonlyMap<string, number>): [string, string] => [arrayOf([...map.keys()]), arrayOf([...map.values()])]

/** Sets the devices of these gateways offline; their next report sets them online. Returns the new states if a browser subscribes to them. */
export const setOffline = async (
  platform: Pick<Platform, 'live' | 'port'>,
  query: Query,
  gateways: readonly Pick<GatewayRow, 'id' | 'tenant_id'>[],
): Promise<Changed> => {
  if (gateways.length === 0) return byKind([])
  const tenantIds = gateways.map((gateway) => gateway.tenant_id)
  const rows = await query<AnyState>(setOfflineSql(BEHIND_GATEWAYS, isWatched(platform, tenantIds)), [
    arrayOf(gateways.map(({ id }) => id)),
    arrayOf(tenantIds),
  ])
  return byKind(rows)
}

const SILENT_CONTROLLERS = `from devices_gateway g left join devices_delay_offline d on d.tenant_id = g.tenant_id
where s.tenant_id = g.tenant_id and s.gateway_id = g.id and g.online and not g.is_deleted
  and greatest(s.received_at, to_timestamp($4::float8 / 1000)) < to_timestamp($2::float8 / 1000) - (${CONTROLLER_DELAY} + $3) * interval '1 second'
  and s.type = ${controllerType.code}`

/** Sets lamp controllers offline that were silent for the delay of their tenant although their gateway is online. */
export const setSilentOffline = async (
  platform: Pick<Platform, 'live' | 'port' | 'system' | 'clock' | 'config'>,
  { lagSeconds, since }: { readonly lagSeconds: number; readonly since: number },
): Promise<void> => {
  const seconds = platform.config.number('REPORT_SECONDS', 300)
  const rows = await platform.system.query<AnyState>(setOfflineSql(SILENT_CONTROLLERS, true), [
    seconds,
    platform.clock.now(),
    lagSeconds,
    since,
  ])
  showStates(platform, byKind(rows))
}

/** Sets the devices of a driver's route offline; their next report sets them online. */
export const setRouteOffline = async (platform: Pick<Platform, 'live' | 'port' | 'system'>, route: string): Promise<void> => {
  const tenantId = readRoute(route)?.tenantId ?? ''
  const rows = await platform.system.query<AnyState>(setOfflineSql(OF_ROUTE, isWatched(platform, [tenantId])), [route, tenantId])
  showStates(platform, byKind(rows))
}

/**
 * Keeps the columns online and last_seen of gateways, and sets the devices of lost gateways offline. Emits devices.presence, devices.connected, and
 * devices.events with the type communicationFailure. Any message proves that its gateway is online, whatever was announced before.
 */
export const createPresence = (platform: Platform): PresenceKeeper => {
  const came = new Map<string, number>()
  const coming = new Map<string, number>()
  const going = new Map<string, { at: number; since: number }>()
  const lastSeen = new Map<string, number>()
  /** Gateways in `coming` that have a new connection. */
  const connected = new Set<string>()
  /** Gateways announced as offline by this process. */
  const away = new Set<string>()
  let listeningSince = performance.now()

  const announce = (rows: readonly GatewayRow[], online: boolean, atOf: (sn: string) => number): void => {
    const all: DeviceNews[] = []
    for (const { id, tenant_id, sn, status } of rows) {
      const at = atOf(sn)
      const presence: Presence = { tenantId: tenant_id, gatewayId: id, gatewaySn: sn, online, at }
      platform.bus.emit(GATEWAY_PRESENCE, presence)
      if (status === 1) all.push({ tenantId: tenant_id, deviceId: id, sn, type: 'communicationFailure', on: !online, at })
      platform.live.change(tenant_id, 'gateways', id, { online: online ? 1 : 0, at })
    }
    if (all.length > 0) platform.bus.emit(DEVICE_NEWS, all)
  }
  const announceConnected = (sns: readonly string[]): void => {
    const at = platform.clock.now()
    for (let from = 0; from < sns.length; from += NAMED_AT_ONCE)
      platform.bus.emit(GATEWAYS_CONNECTED, { gatewaySns: sns.slice(from, from + NAMED_AT_ONCE), at } satisfies Connected)
  }
  const applyComing = async (): Promise<void> => {
    if (coming.size === 0) return
    const now = new Map(coming)
    const rows = await platform.system.query<GatewayRow>(COME, pairs(now))
    for (const [sn, at] of now) if (coming.get(sn) === at) coming.delete(sn)
    announce(rows, true, (sn) => now.get(sn) ?? 0)
    const back = new Set(rows.map(({ sn }) => sn))
    for (const sn of now.keys()) if (connected.delete(sn)) back.add(sn)
    announceConnected([...back])
  }
  const applyGoing = async (): Promise<void> => {
    const due = [...going].filter(([, { since }]) => performance.now() - since >= GRACE_MS)
    if (due.length === 0) return
    const now = new Map(due.map(([sn, { at }]) => [sn, at]))
    const { rows, changed } = await platform.system.tx(async (query) => {
      const gone = await query<GatewayRow>(GO, pairs(now))
      return { rows: gone, changed: await setOffline(platform, query, gone) }
    })
    showStates(platform, changed)
    for (const [sn, mark] of due) if (going.get(sn) === mark) going.delete(sn)
    for (const { sn } of rows) away.add(sn)
    announce(rows, false, (sn) => now.get(sn) ?? 0)
  }
  const note = async (): Promise<void> => {
    if (lastSeen.size === 0) return
    const now = new Map(lastSeen)
    lastSeen.clear()
    listeningSince = performance.now()
    const rows = await platform.system.query<GatewayRow>(COME, pairs(now))
    await platform.system.query(SEEN, pairs(now))
    announce(rows, true, (sn) => now.get(sn) ?? 0)
    announceConnected(rows.map(({ sn }) => sn))
  }
  const applySeen = (): Promise<void> => (performance.now() - listeningSince < SEEN_MS ? Promise.resolve() : note())

  return {
    note,
    mark: (sn, online, at, anew = true) => {
      if (online) {
        if (anew) connected.add(sn)
        away.delete(sn)
        going.delete(sn)
        coming.set(sn, at)
        came.set(sn, at)
      } else {
        // The last will of a replaced connection may have waited in the queue: the newer connection counts.
        if ((came.get(sn) ?? 0) >= at) return
        coming.delete(sn)
        connected.delete(sn)
        lastSeen.delete(sn)
        if (!going.has(sn)) going.set(sn, { at, since: performance.now() })
      }
    },
    seen: (sn, at) => {
      if (going.has(sn)) return
      // The broker lost the gateway's hello, but this message proves that the gateway is online.
      if (away.delete(sn)) coming.set(sn, at)
      lastSeen.set(sn, at)
    },
    apply: async () => {
      await applyComing()
      await applyGoing()
      await applySeen()
    },
  }
}
