import { plannedPort } from '@lamplight/control/model'
import { ordersBefore } from '@lamplight/control/server'
import { createIdIndex, LAMP_STATE, PAST_NO_POWER, PAST_SOURCE, PAST_UNKNOWN, type PastColumns } from '@lamplight/lamp-packet'
import { EVENT_TYPE_NAMES, isFaultType } from '@lamplight/protocol'
import { arrayOf, type Ctx, grantedOnly, optionalPort, treeIds } from '@lamplight/server-kit'

/** Bounds of the time after the last report from which a lamp counts as silent, s. */
const [SILENT_LEAST, SILENT_MOST] = [600, 7200]
/** The same where no lamp shows its interval: two intervals of 15 minutes. */
const SILENT_DEFAULT = 1800
/** The report interval is taken from this many lamps, in the hours before the instant. */
const SAMPLED = 64
const SAMPLED_HOURS = 3
const DAY_MS = 86_400_000
/** W in one step of the packed power, and the most that fits. */
const STEP_W = 0.1

interface LampRow {
  readonly n: number
  /** Ids of the devices; lamps without one have their own id, negative. */
  readonly ids: Buffer | null
  readonly lng: Buffer | null
  readonly lat: Buffer | null
  readonly watts: Buffer | null
}
interface Packed {
  readonly ids: Buffer | null
  readonly values: Buffer | null
}

export interface PastPlace {
  readonly projectId?: string | undefined
  /** West, south, east, north, degrees. */
  readonly box?: readonly [number, number, number, number] | undefined
}

/** SQL of the places that limit the user, for rows of lamps `l`. */
export const placesOf = (ctx: Ctx, params: unknown[]): string =>
  grantedOnly(ctx.user, params, { project: 'l.project_id', area: 'l.area_id' })

/** Lamps of the places, packed by the database. Lamps that were removed after the instant were there: they are shown. */
const lampsAt = async (ctx: Ctx, at: number, { projectId, box }: PastPlace): Promise<LampRow> => {
  const params: unknown[] = [new Date(at)]
  const cut = placesOf(ctx, params)
  const project = projectId
    ? ` and l.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})`
    : ''
  const within = box
    ? ` and l.lng >= $${params.push(box[0])} and l.lat >= $${params.push(box[1])} and l.lng <= $${params.push(box[2])} and l.lat <= $${params.push(box[3])}`
    : ''
  const [row] = await ctx.query<LampRow>(
    `select count(*)::int as n, string_agg(int8send(case when controller_id is null then -id else controller_id end), '') as ids,
       string_agg(int4send(round(lng * 1e7)::int), '') as lng, string_agg(int4send(round(lat * 1e7)::int), '') as lat,
       string_agg(int4send(round(least(coalesce(power, 0), 100000) / ${STEP_W})::int), '') as watts
     from (select l.id, l.controller_id, l.lng, l.lat, l.power from lighting_lamp l
       where (not l.is_deleted or l.update_time > $1) and l.lng is not null and l.lat is not null${cut}${project}${within}) lamps`,
    params,
  )
  return row!
}

/**
 * Time without a report from which lamps counted as silent, s: twice the interval at which they reported before the instant, as stored. Nine of ten
 * sampled lamps report at least as often.
 */
const silentSecondsAt = async (ctx: Ctx, at: number, deviceIds: BigInt64Array): Promise<number> => {
  const step = Math.max(1, Math.floor(deviceIds.length / SAMPLED))
  const sample = Array.from({ length: Math.min(SAMPLED, deviceIds.length) }, (_, n) => String(deviceIds[n * step]))
  const [found] = await ctx.query<{ seconds: number | null }>(
    `select percentile_disc(0.9) within group (order by usual)::float8 as seconds from (
       select percentile_disc(0.5) within group (order by gap) as usual from unnest($1::bigint[]) as d (id) cross join lateral (
         select date_part('epoch', r.at - lag(r.at) over (order by r.at)) as gap from devices_readings r
         where r.device_id = d.id and r.at > $2 and r.at <= $3) g
       where gap is not null group by d.id) intervals`,
    [arrayOf(sample), new Date(at - SAMPLED_HOURS * 3_600_000), new Date(at)],
  )
  const seconds = found?.seconds
  return seconds ? Math.min(SILENT_MOST, Math.max(SILENT_LEAST, Math.ceil(2 * seconds))) : SILENT_DEFAULT
}

/**
 * The last reading of each device in the time before the instant, as one number: seconds since the begin of that time (24 bits), switched on (1 bit), level + 1
 * (7 bits), power + 1 in steps (17 bits), 0 for an unknown level or power. The greatest number is that of the last reading, so no rows are sorted.
 */
const READINGS = `
select string_agg(int8send(device_id), '') as ids, string_agg(int8send(value), '') as values from (
  select device_id, max((date_part('epoch', at - $1::timestamptz)::bigint << 25) | (case when coalesce(is_on, dim > 0, power > 0) then 16777216 else 0 end)
    | ((coalesce(least(greatest(dim, 0), 100), -1) + 1) << 17) | coalesce(least(greatest(power / ${STEP_W}::float8, 0), ${PAST_NO_POWER - 1})::int + 1, 0)) as value
  from devices_readings where at > $1 and at <= $2 group by device_id) r`
const FAULTY = `select string_agg(int8send(device_id), '') as ids from (
  select distinct device_id from devices_faults where began_at <= $1 and (ended_at is null or ended_at > $1) and type = any($2)) f`

/** Calls `found` with the index of each lamp of packed device ids, and the number of the device. */
const eachLamp = (index: ReturnType<typeof createIdIndex>, ids: Buffer | null, found: (lamp: number, device: number) => void): void => {
  for (let k = 0; ids && 8 * k < ids.length; k++)
    for (let i = index.at(ids.readUInt32BE(8 * k + 4), ids.readUInt32BE(8 * k)); i >= 0; i = index.twinOf(i)) found(i, k)
}

/** First instant of stored readings (epoch ms), after which partitions are not dropped yet. */
export const storedFrom = ({ platform }: Ctx): number => {
  const now = platform.clock.now()
  return Math.ceil((now - platform.config.number('TELEMETRY_DAYS', 400) * DAY_MS) / DAY_MS) * DAY_MS
}

/**
 * All lamps that the user may see at a past instant (epoch ms): what was commanded, what the last report said, what was measured. Everything comes from stored
 * rows: what they do not say is unknown.
 */
export const pastLamps = async (ctx: Ctx, at: number, place: PastPlace): Promise<PastColumns> => {
  const [planned, commands] = [optionalPort(ctx.platform, plannedPort)?.levelsAt(ctx, at) ?? [], ordersBefore(ctx, at)]
  const faulty = ctx.query<Packed>(FAULTY, [new Date(at), EVENT_TYPE_NAMES.filter(isFaultType)])
  // They are awaited below: a failure of the lamps' own query must not leave them unhandled.
  for (const work of [planned, commands, faulty]) Promise.resolve(work).catch(() => undefined)
  const lamps = await lampsAt(ctx, at, place)
  const { n } = lamps
  const ids = new BigInt64Array(n)
  const bare = new Set<number>()
  for (let i = 0; i < n; i++) {
    const id = lamps.ids!.readBigInt64BE(8 * i)
    ids[i] = id < 0n ? -id : id
    if (id < 0n) bare.add(i)
  }
  const past = {
    n,
    ids,
    silentSeconds: await silentSecondsAt(ctx, at, bare.size > 0 ? ids.filter((_, i) => !bare.has(i)) : ids),
    lng: new Float64Array(n),
    lat: new Float64Array(n),
    state: new Uint8Array(n),
    dim: new Uint8Array(n),
    wanted: new Uint8Array(n).fill(PAST_UNKNOWN),
    source: new Uint8Array(n),
    share: new Uint8Array(n).fill(PAST_UNKNOWN),
    power: new Uint16Array(n).fill(PAST_NO_POWER),
    age: new Uint8Array(n).fill(PAST_UNKNOWN),
    storedFrom: Math.round(storedFrom(ctx) / 1000),
  }
  for (let i = 0; i < n; i++) {
    past.lng[i] = lamps.lng!.readInt32BE(4 * i) / 1e7
    past.lat[i] = lamps.lat!.readInt32BE(4 * i) / 1e7
    past.state[i] = bare.has(i) ? LAMP_STATE.inactive : LAMP_STATE.offline
  }
  const index = createIdIndex(ids, bare)
  const [readings] = await ctx.query<Packed>(READINGS, [new Date(at - past.silentSeconds * 1000), new Date(at)])
  eachLamp(index, readings?.ids ?? null, (i, k) => {
    const [high, low] = [readings!.values!.readUInt32BE(8 * k), readings!.values!.readUInt32BE(8 * k + 4)]
    const seconds = high * 128 + (low >>> 25)
    const power = (low & 0x1ffff) - 1
    const level = ((low >>> 17) & 127) - 1
    const on = (low >>> 24) & 1
    past.state[i] = on ? LAMP_STATE.on : LAMP_STATE.off
    past.dim[i] = on ? (level < 0 ? 100 : level) : 0
    past.age[i] = Math.min(PAST_UNKNOWN - 1, Math.max(0, Math.floor((past.silentSeconds - seconds) / 60)))
    if (power < 0) return
    past.power[i] = power
    // A device has one meter for all its lamps.
    let nominal = 0
    for (
      let each = index.at(Number(BigInt.asUintN(32, ids[i]!)), Number(BigInt.asUintN(32, ids[i]! >> 32n)));
      each >= 0;
      each = index.twinOf(each)
    )
      nominal += lamps.watts!.readInt32BE(4 * each)
    if (nominal > 0) past.share[i] = Math.min(PAST_UNKNOWN - 1, Math.round((100 * power) / nominal))
  })
  eachLamp(index, (await faulty)[0]?.ids ?? null, (i) => {
    if (past.age[i] !== PAST_UNKNOWN) past.state[i] = LAMP_STATE.fault
  })
  for (const { level, devices } of await planned)
    eachLamp(index, devices, (i) => {
      past.wanted[i] = level
      past.source[i] = PAST_SOURCE.calendar
    })
  const calendar = past.wanted.slice()
  // In the order of the commands: the last one of a lamp counts.
  for (const { holds, level, devices } of await commands)
    eachLamp(index, devices, (i) => {
      past.wanted[i] = holds ? level : calendar[i]!
      past.source[i] = holds ? PAST_SOURCE.command : calendar[i] === PAST_UNKNOWN ? PAST_SOURCE.none : PAST_SOURCE.calendar
    })
  return past
}
