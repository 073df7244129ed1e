import { DEMO_NIGHTS, pastPort } from '@lamplight/devices/model'
import { DEFAULT_ZONE, type Platform } from '@lamplight/server-kit'
import { playedPast } from '@lamplight/virtual-city'
import { meterType } from '../model/meter.device.ts'
import { cabinetPlays } from '../play/cabinets.play.ts'

const HOUR_MS = 3_600_000
/** Volts of each phase, and power factor, as in the running city (cabinets.play.ts). */
const VOLTS = 226
const POWER_FACTOR = 0.95
/** Selects for each meter and hour the energy of the lamps that the meter feeds, as their controllers measured it, in mWh. */
const HOURS = `select m.id::text as id, m.sn, m.tenant_id as tenant, (extract(epoch from h.hour) * 1000)::float8 as hour, sum(h.energy)::float8 as energy
  from cabinets_meter m join cabinets_loop l on l.switchbox_id = m.switchbox_id and not l.is_deleted
  join cabinets_feed f on f.loop_id = l.id
  join devices_hours h on h.device_id = f.device_id and h.tenant_id = m.tenant_id
  where not m.is_deleted group by m.id, m.sn, m.tenant_id, h.hour order by m.id, h.hour`

interface Hour {
  readonly id: string
  readonly sn: string
  readonly tenant: string
  readonly hour: number
  readonly energy: number
}

/**
 * Gives the meters of demo cabinets the past of their lamps: hourly readings whose differences are the energy that the lamps of the box drew, and whose
 * power is their mean power of the hour that follows. The last reading is the one with which the virtual city begins, so that the meter goes on counting.
 */
export const storeMeterPast = async (platform: Platform): Promise<void> => {
  if (platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS) === 0) return
  const play = cabinetPlays.find(({ typeName }) => typeName === meterType.name)
  if (!play) return
  const rows = await platform.system.query<Hour & Record<string, unknown>>(HOURS)
  const now = platform.clock.now()
  const begins = new Map(
    playedPast(meterType, play, [...new Set(rows.map(({ sn }) => sn))], { from: now - HOUR_MS, to: now }).map(({ sn, reports }) => [
      sn,
      Number(reports.at(-1)?.values.energy ?? 0),
    ]),
  )
  for (const [tenantId, own] of Map.groupBy(rows, ({ tenant }) => tenant)) {
    const devices = [...Map.groupBy(own, ({ id }) => id)].map(([deviceId, hours]) => {
      let ahead = hours.reduce((sum, { energy }) => sum + energy, 0) / 1e6
      const end = begins.get(hours[0]?.sn ?? '') ?? 0
      const energies = new Map(hours.map(({ hour, energy }) => [hour, energy]))
      const reports = hours.map(({ hour, energy }) => {
        ahead -= energy / 1e6
        // A reading stores the power at its time, which is that of the hour that begins. With the power of the hour before, lamps would seem lit after sunrise.
        const watts = (energies.get(hour + HOUR_MS) ?? energy) / 1000
        const amperes = Number((watts / 3 / VOLTS / POWER_FACTOR).toFixed(2))
        return {
          at: hour + HOUR_MS,
          values: {
            ...{ energy: Number((end - ahead).toFixed(2)), power: Math.round(watts), powerFactor: POWER_FACTOR },
            ...{ voltageA: VOLTS, voltageB: VOLTS, voltageC: VOLTS, currentA: amperes, currentB: amperes, currentC: amperes },
          },
        }
      })
      return { deviceId, reports: reports.filter(({ at }) => at <= now) }
    })
    await platform.port(pastPort).storeReports({ tenantId, zone: DEFAULT_ZONE, type: meterType, devices })
  }
}
