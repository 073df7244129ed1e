import { COMMAND_NAMES, type PastBatch, type PastItem, pastCommandsPort, STATUS } from '@lamplight/control/model'
import { type LampPast, type PastInstant, type PastStretch, pastPort } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { expectedPower, powerTolerance } from '@lamplight/protocol'
import { announcePast, type PastSpan, type PastStep, type Platform, type Query } from '@lamplight/server-kit'
import type { Town, TownLamp } from '@lamplight/town'
import { type ByLevel, createPast, PAST_LEVELS, type PastBehaviour, pastInstants } from '@lamplight/virtual-city'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ZONE = 'Asia/Shanghai'
/** Number of last days with a reading every half hour and hourly rollups. */
const DENSE_DAYS = 3

/** Fault that a controller with this fault reports, by level; empty while it is not visible. */
const TOLD: Partial<Record<PastBehaviour['fault'], ByLevel<string>>> = {
  dark: ['lampFailure', 'lampFailure', 'lampFailure'],
  dayBurner: ['lampUnexpectedOn', '', ''],
}

const stretchesOf = (deviceId: string, lamp: PastBehaviour, from: number, to: number): PastStretch[] => {
  const reportedUntil = Math.min(to, lamp.silentSince ?? to, lamp.fault === 'silent' ? (lamp.since ?? to) : to)
  const base = { deviceId, energy: lamp.energy, hours: lamp.hours }
  const healthy = { ...base, watts: lamp.watts, dims: PAST_LEVELS, burns: [false, true, true], faults: ['', '', ''] } as const
  if (lamp.since === null || lamp.since >= reportedUntil || lamp.fault === 'silent') return [{ ...healthy, from, to: reportedUntil }]
  const dims: ByLevel<number> = lamp.fault === 'dayBurner' ? [100, PAST_LEVELS[1], PAST_LEVELS[2]] : PAST_LEVELS
  const burns: ByLevel<boolean> = lamp.fault === 'dark' ? [false, false, false] : [true, true, true]
  const faulty = { ...base, watts: lamp.faultyWatts, dims, burns, faults: TOLD[lamp.fault] ?? (['', '', ''] as const) }
  return [
    { ...healthy, from, to: lamp.since },
    { ...faulty, from: lamp.since, to: reportedUntil },
  ]
}

/** Result of a past command to a lamp, by the fault that it had at the time. */
const endOf = (lamp: TownLamp, was: PastBehaviour, level: number, at: number): Pick<PastItem, 'rung' | 'status' | 'code' | 'measured'> => {
  if (was.silentSince !== null && was.silentSince <= at) return { rung: 0, status: STATUS.timedOut, code: 'gatewayOffline', measured: null }
  const fault = was.since !== null && was.since <= at ? was.fault : 'none'
  if (fault === 'silent') return { rung: 1, status: STATUS.failed, code: 'busy', measured: null }
  if (fault === 'dark') return { rung: 3, status: STATUS.failed, code: 'notVerified', measured: was.faultyWatts[2] }
  if (fault === 'stuck' && level < 100) return { rung: 3, status: STATUS.failed, code: 'notVerified', measured: was.watts[2] }
  return { rung: 4, status: STATUS.success, code: null, measured: expectedPower(lamp, level) * (was.watts[2] / lamp.power) }
}

interface Played {
  readonly deviceId: string
  readonly lamp: TownLamp
  readonly was: PastBehaviour
}

/** Commands of users in a past month: main roads dimmed after 22:30, an area bright at the weekend, sometimes a street switched off for work. */
const ordersOf = (town: Town, played: readonly Played[], to: number, nights: number, account: string): PastBatch[] => {
  const streetOf = new Map(town.posts.map((post) => [post.sn, post.street]))
  const onStreet = Map.groupBy(played, ({ lamp }) => streetOf.get(lamp.postSn) ?? '')
  const inArea = Map.groupBy(played, ({ lamp }) => lamp.areaCode)
  const main = town.streets.filter((street) => street.class === 'arterial' && onStreet.has(street.id))
  const side = town.streets.filter((street) => street.class !== 'arterial' && onStreet.has(street.id))
  const areas = town.areas.filter(({ code }) => inArea.has(code))
  const of = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
  const midnight = Math.floor((to + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS

  const order = (at: number, hours: number, level: number, kind: number, target: Text, lamps: readonly Played[] = []): PastBatch => ({
    at,
    command: level === 0 ? COMMAND_NAMES.off : COMMAND_NAMES.dim,
    level: level === 0 ? null : level,
    until: at + hours * HOUR_MS,
    targetKind: kind,
    target,
    userId: null,
    account,
    items: lamps.map(({ deviceId, lamp, was }) => ({
      deviceId,
      sn: lamp.sn,
      gatewaySn: lamp.gatewaySn,
      expected: expectedPower(lamp, level),
      tolerance: powerTolerance(lamp),
      ...endOf(lamp, was, level, at),
    })),
  })
  return Array.from({ length: nights }, (_, i) => nights - i)
    .flatMap((ago) => {
      const evening = midnight - ago * DAY_MS
      const [road, street, area] = [of(main, ago), of(side, 3 * ago), of(areas, ago)]
      return [
        ...(ago % 7 === 3 && street ? [order(evening + 18.9 * HOUR_MS, 1, 0, 1, street.name, onStreet.get(street.id))] : []),
        ...(ago % 7 === 5 && area ? [order(evening + 19.5 * HOUR_MS, 3, 90, 3, area.name, inArea.get(area.code))] : []),
        ...(road ? [order(evening + 22.5 * HOUR_MS, 6.5, ago % 3 === 0 ? 30 : 50, 2, road.name, onStreet.get(road.id))] : []),
      ]
    })
    .filter(({ at, until }) => at > to - nights * DAY_MS && (until ?? 0) < to)
}

/** The past stores the report of each lamp within this time after an instant, ms. */
const SPREAD_MS = 120_000
/**
 * Returns when a gateway that is lost at `at` sent its last message, epoch ms: when its lamps reported last. Instants of early days lie hours apart. If the
 * gateway were heard until `at`, reports would not count it as the cause of the outages of its lamps.
 */
const lastHeard = (instants: readonly PastInstant[], at: number): number => {
  const last = instants.findLast((instant) => instant.at + SPREAD_MS <= at)
  return last ? last.at + SPREAD_MS : at
}

/** A demo town whose lamps are stored. */
export interface StoredTown {
  readonly tenantId: string
  readonly town: Town
  /** The user in whose name commands were sent. */
  readonly account: string
}

const spanOf = ({ centre: [lng, lat] }: Town, { at: to, nights }: PastSpan) => ({
  timeZone: ZONE,
  lat,
  lng,
  from: to - nights * DAY_MS,
  to,
  denseFrom: to - Math.min(nights, DENSE_DAYS) * DAY_MS,
})

const pastOf = async (query: Query, { tenantId, town }: StoredTown, { at: to, nights }: PastSpan) => {
  const span = spanOf(town, { at: to, nights })
  const instants: readonly PastInstant[] = pastInstants(span)
  const past = createPast({}, span, instants)
  const devices = await query<{ sn: string; id: string }>(
    'select sn, id::text as id from lighting_controller where tenant_id = $1 and sn = any($2)',
    [tenantId, town.lamps.map(({ sn }) => sn)],
  )
  const idOf = new Map(devices.map(({ sn, id }) => [sn, id]))
  const played = town.lamps.flatMap((lamp): Played[] => {
    const deviceId = idOf.get(lamp.sn)
    return deviceId ? [{ deviceId, lamp, was: past.behaviour(lamp) }] : []
  })
  const lamps: LampPast = {
    tenantId,
    zone: ZONE,
    instants,
    stretches: played.flatMap(({ deviceId, was }) => stretchesOf(deviceId, was, span.from, to)),
    denseFrom: span.denseFrom,
    gone: town.gateways.flatMap(({ sn }) => {
      const at = past.unheardSince(sn)
      return at === null ? [] : [{ gatewaySn: sn, at: lastHeard(instants, at) }]
    }),
  }
  return { lamps, played }
}

/**
 * Stores the state of a demo town at the end of its past: the last reading of each lamp, and the faults with which the virtual city continues. It runs in the
 * transaction that makes the town, and inserts the job that writes the nights (`townNights`).
 */
export const storeTownState = async (platform: Platform, query: Query, stored: StoredTown, span: PastSpan): Promise<void> => {
  if (span.nights === 0) return
  const { lamps } = await pastOf(query, stored, span)
  await platform.port(pastPort).storeState(query, lamps)
  const [user] = await query<{ id: string }>(
    'select id::text as id from identity_users where tenant_id = $1 and account = $2 and not is_deleted',
    [stored.tenantId, stored.account],
  )
  await announcePast(platform, query, { ...span, tenantId: stored.tenantId, userId: user?.id ?? null })
}

/** Returns the steps that write the past nights of a demo town: readings, rollups and commands. */
export const townNights = (platform: Platform, stored: StoredTown, span: PastSpan): readonly PastStep[] => {
  const { tenantId, town, account } = stored
  let found: ReturnType<typeof pastOf> | undefined
  const past = (query: Query): ReturnType<typeof pastOf> => {
    found ??= pastOf(query, stored, span)
    return found
  }
  return [
    ...platform.port(pastPort).nightsOf(pastInstants(spanOf(town, span)), async (query) => (await past(query)).lamps),
    async (query) => {
      const { played } = await past(query)
      await platform.port(pastCommandsPort).store(query, tenantId, ordersOf(town, played, span.at, span.nights, account))
      found = undefined
    },
  ]
}
