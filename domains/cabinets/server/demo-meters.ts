import { pastPort } from '@lamplight/devices/model'
import { DEFAULT_ZONE, type PastSpan, type Platform, type Query } from '@lamplight/server-kit'
import { playedPast } from '@lamplight/virtual-city'
import { meterType } from '../model/meter.device.ts'
import { cabinetPlays } from '../play/cabinets.play.ts'

const HOUR_MS = 3_600_000
/** Volts of each phase, and power factor, as in the running city (cabinets.play.ts). */
const VOLTS = 226
const POWER_FACTOR = 0.95
/**
 * Selects the meters and the controllers of the lamps that each feeds. $1: now, epoch ms. `lost`: when the gateway of the meter was last heard, epoch ms;
 * null unless that is more than an hour ago.
 */
const METERS = `select m.id::text as id, m.sn, m.tenant_id as tenant, array_agg(f.device_id) as lamps,
    case when g.last_seen < to_timestamp($1::float8 / 1000) - interval '1 hour' then (extract(epoch from g.last_seen) * 1000)::float8 end as lost
  from cabinets_meter m join cabinets_loop l on l.switchbox_id = m.switchbox_id and not l.is_deleted
  join cabinets_feed f on f.loop_id = l.id
  left join devices_gateways g on g.id = m.gateway_id
  where not m.is_deleted group by m.id, m.sn, m.tenant_id, g.last_seen order by m.id`
/**
 * Selects the energy of lamps for each hour, mWh. It runs once for each meter. One statement for all meters took more than a minute: PostgreSQL had no
 * statistics of the tables, which the demo had just filled, and chose a slow plan.
 */
const HOURS = `select (extract(epoch from hour) * 1000)::float8 as hour, sum(energy)::float8 as energy
  from devices_hours where tenant_id = $1 and device_id = any($2::bigint[]) and hour < to_timestamp($3::float8 / 1000) group by hour order by hour`

/** Selects the power of lamps at each full hour, W: that of their readings within three minutes after it. */
const POWERS = `select (extract(epoch from hour) * 1000)::float8 as hour, sum(power)::float8 as watts from (
    select distinct on (device_id, date_trunc('hour', at)) date_trunc('hour', at) as hour, power from devices_readings
    where tenant_id = $1 and device_id = any($2::bigint[]) and at >= to_timestamp($3::float8 / 1000) and at < date_trunc('hour', at) + interval '3 minutes'
      and power is not null order by device_id, date_trunc('hour', at), at desc
  ) r group by hour`

interface Meter {
  readonly id: string
  readonly sn: string
  readonly tenant: string
  readonly lamps: readonly string[]
  readonly lost: number | null
}
interface Hour {
  readonly hour: number
  readonly energy: number
}

/**
 * Gives the meters of demo cabinets the past of their lamps: hourly readings whose differences are the energy that the lamps of the box drew, and whose
 * power is the power of these lamps at the time of the reading. The last reading is the one with which the virtual city begins, so that the meter goes on counting.
 * The past of a meter behind a lost gateway ends before the last message of the gateway.
 */
export const storeMeterPast = async (platform: Platform, query: Query, { at: now }: PastSpan): Promise<void> => {
  const play = cabinetPlays.find(({ typeName }) => typeName === meterType.name)
  if (!play) return
  const meters = await query<Meter>(METERS, [now])
  const begins = new Map(
    playedPast(
      meterType,
      play,
      meters.map(({ sn }) => sn),
      { from: now - HOUR_MS, to: now },
    ).map(({ sn, reports }) => [sn, Number(reports.at(-1)?.values.energy ?? 0)]),
  )
  const read: { readonly meter: Meter; readonly hours: readonly Hour[]; readonly powers: ReadonlyMap<number, number> }[] = []
  for (const meter of meters) {
    const hours = await query<Hour>(HOURS, [meter.tenant, meter.lamps, now])
    const powers = await query<{ hour: number; watts: number }>(POWERS, [meter.tenant, meter.lamps, hours[0]?.hour ?? now])
    read.push({ meter, hours, powers: new Map(powers.map(({ hour, watts }) => [hour, watts])) })
  }
  for (const [tenantId, own] of Map.groupBy(read, ({ meter }) => meter.tenant)) {
    const devices = own.map(({ meter, hours, powers }) => {
      let ahead = hours.reduce((sum, { energy }) => sum + energy, 0) / 1e6
      const end = begins.get(meter.sn) ?? 0
      const reports = hours.map(({ hour, energy }) => {
        ahead -= energy / 1e6
        // The energy of an hour does not give the power at its end, because lamps may change their level within the hour.
        const watts = powers.get(hour + HOUR_MS) ?? energy / 1000
        const amperes = Number((watts / 3 / VOLTS / POWER_FACTOR).toFixed(2))
        return {
          at: hour + HOUR_MS,
          values: {
            energy: Number((end - ahead).toFixed(2)),
            power: Math.round(watts),
            powerFactor: POWER_FACTOR,
            voltageA: VOLTS,
            voltageB: VOLTS,
            voltageC: VOLTS,
            currentA: amperes,
            currentB: amperes,
            currentC: amperes,
          },
        }
      })
      const until = meter.lost ?? now
      return { deviceId: meter.id, reports: reports.filter(({ at }) => at <= until) }
    })
    const past = { tenantId, zone: DEFAULT_ZONE, type: meterType, devices }
    await platform.port(pastPort).storeReports(query, past)
    await platform.port(pastPort).storeLastReports(query, past)
  }
}
