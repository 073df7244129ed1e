import { type Ctx, mayList, registryPort, tableOf } from '@lamplight/server-kit'
import { solarLamp, solarLampType } from '@lamplight/solar/model'
import { type Places, type Rows, rowsWhere, stateCounts, sum } from './totals.ts'

/** Kind of the lamps that are solar lamps and have a lamp controller. */
export const SOLAR = 3

const { on: switchedOn, soc, batteryVoltage, batteryCurrent, panelPower, loadPower } = solarLampType.properties
/** The last reported value of a property, in a query with `devices_values l`. */
export const value = ({ slot }: { readonly slot: number }): string => `(l.v)[${slot}]`
/**
 * Sums over the solar lamps of the solar slice: state, battery and power as last reported, without the values of offline lamps. Undefined
 * if the user may not list them.
 */
const solarSums = async (ctx: Ctx, places: Places): Promise<Readonly<Record<string, number | null>> | undefined> => {
  const served = ctx.platform.port(registryPort).resources.get(solarLamp.name)
  if (!served || !mayList(ctx.user, solarLamp)) return undefined
  const params: unknown[] = []
  const where = rowsWhere(ctx, served, places, params)
  const [row] = await ctx.query<Record<string, number | null>>(
    `select count(*)::int as lamps, count(*) filter (where s.online)::int as online, count(*) filter (where s.state = 3)::int as fault,
       count(*) filter (where s.state = 1 and ${value(switchedOn)} = 1)::int as lit, count(*) filter (where s.state = 4)::int as offline,
       count(*) filter (where coalesce(s.state, 5) = 5)::int as inactive, coalesce(sum(t.load_rated), 0) / 1000 as nominal,
       avg(${value(soc)}) filter (where s.online) as soc, avg(${value(batteryVoltage)}) filter (where s.online) as voltage,
       avg(${value(batteryCurrent)}) filter (where s.online) as current, sum(${value(panelPower)}) filter (where s.online) as panel,
       sum(${value(loadPower)}) filter (where s.online) as load
     from ${tableOf(solarLamp)} t left join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
     where ${where}`,
    params,
  )
  return row
}

/**
 * Sums over all solar lamps: those of the solar slice (`own`), and the lamps of kind 3, which a lamp controller switches. All figures of
 * solar lamps come from here, so that pages agree. `kinds`: sums over lamps by kind (`lampTotals`).
 */
export const solarTotals = async (ctx: Ctx, places: Places, kinds: Rows) => {
  const own = await solarSums(ctx, places)
  const wired = kinds.filter(({ kind }) => kind === SOLAR)
  const states = stateCounts(wired)
  const ownSum = (name: string): number => Number(own?.[name] ?? 0)
  const [lamps, lit] = [sum(wired, 'lamps') + ownSum('lamps'), states.on + ownSum('lit')]
  const [fault, offline, inactive] = (['fault', 'offline', 'inactive'] as const).map((name) => states[name] + ownSum(name)) as [
    number,
    number,
    number,
  ]
  return {
    own,
    lamps,
    lit,
    fault,
    states: { on: lit, off: lamps - lit - fault - offline - inactive, fault, offline, inactive },
    online: sum(wired, 'online') + ownSum('online'),
    nominal: sum(wired, 'nominal') + ownSum('nominal'),
    active: sum(wired, 'active') + ownSum('load') / 1000,
  }
}
