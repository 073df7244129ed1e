import { pick, type Text } from '@lamplight/kit'
import { type Ctx, mayList, registryPort, tableOf } from '@lamplight/server-kit'
import { solarLamp, solarLampType } from '@lamplight/solar/model'
import { type Cell, faultWords, ROWS, rounded, STATES, share, timeOf } from './cells.ts'
import { SOLAR, solarTotals, value } from './solar-totals.ts'
import { FAULTY, lampsWhere, lampTotals, type Places, rowsWhere } from './totals.ts'

type Reader = (ctx: Ctx, places: Places) => Promise<Cell[][]>
const { soc, batteryVoltage, batteryWork } = solarLampType.properties

const solar: Reader = async (ctx, places) => {
  if (!mayList(ctx.user, solarLamp)) return []
  const { own, lamps, online, fault } = await solarTotals(ctx, places, (await lampTotals(ctx, places)).kinds)
  const mean = (of: number | null | undefined, decimals: number): Cell =>
    of === null || of === undefined ? null : rounded(Number(of), decimals)
  const kilo = (of: number | null | undefined): Cell => (of === null || of === undefined ? null : rounded(Number(of) / 1000, 3))
  return [
    [
      lamps,
      share(online, lamps),
      fault,
      mean(own?.soc, 0),
      mean(own?.voltage, 2),
      mean(own?.current, 2),
      kilo(own?.panel),
      kilo(own?.load),
      lamps - Number(own?.lamps ?? 0),
    ],
  ]
}

const solarStates: Reader = async (ctx, places) => {
  if (!mayList(ctx.user, solarLamp)) return []
  const { states } = await solarTotals(ctx, places, (await lampTotals(ctx, places)).kinds)
  return STATES.map(([name, text]) => [pick(text, ctx.lang), states[name]])
}

/**
 * Rows of the lamps with a solar controller that the user sees: `columns` and `rest` (conditions, groups, order) are SQL over t (lamp), s (state), l (last
 * values) and a (area).
 */
const solarRows = async (
  ctx: Ctx,
  places: Places,
  columns: string,
  rest: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const served = ctx.platform.port(registryPort).resources.get(solarLamp.name)
  if (!served || !mayList(ctx.user, solarLamp)) return []
  const params: unknown[] = []
  const where = rowsWhere(ctx, served, places, params)
  return ctx.query(
    `select ${columns} from ${tableOf(solarLamp)} t join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
       left join places_areas a on a.id = t.area_id where ${where} ${rest}`,
    params,
  )
}

/** What the batteries of the lamps that are online do. */
const solarBatteries: Reader = async (ctx, places) => {
  const rows = await solarRows(
    ctx,
    places,
    `${value(batteryWork)}::int as work, count(*)::int as lamps`,
    `and s.online and ${value(batteryWork)} is not null group by 1 order by 1`,
  )
  const words: Readonly<Record<string, Text>> = batteryWork.values
  return rows.map(({ work, lamps }) => [pick(words[String(work)] ?? ['', ''], ctx.lang), Number(lamps)])
}

/** The lamps with the lowest state of charge, of those that are online: the last value of another may be old. */
const lowBatteries: Reader = async (ctx, places) => {
  const rows = await solarRows(
    ctx,
    places,
    `t.name, ${value(soc)} as soc, ${value(batteryVoltage)} as voltage, coalesce(a.area_full_name, '') as area`,
    `and s.online and ${value(soc)} is not null order by ${value(soc)}, ${value(batteryVoltage)}, t.id limit ${ROWS}`,
  )
  return rows.map((row) => [String(row.name), Number(row.soc), row.voltage === null ? null : Number(row.voltage), String(row.area)])
}

/** Faulty solar lamps, also those of a lamp controller; the newest fault first. */
const solarFaults: Reader = async (ctx, places) => {
  if (!mayList(ctx.user, solarLamp)) return []
  const params: unknown[] = []
  const where = `${lampsWhere(ctx, places, params)} and l.kind = ${SOLAR}`
  const [own, wired] = await Promise.all([
    solarRows(
      ctx,
      places,
      "t.name, coalesce(a.area_full_name, '') as area, s.faults, s.fault_since",
      `and s.state = 3 order by s.fault_since desc nulls last limit ${ROWS}`,
    ),
    ctx.query(FAULTY(where, params.length + 1, ROWS), [...params, ctx.tenantId]),
  ])
  const since = ({ fault_since: at }: Readonly<Record<string, unknown>>): number => (at instanceof Date ? at.getTime() : 0)
  return [...own, ...wired]
    .toSorted((a, b) => since(b) - since(a))
    .slice(0, ROWS)
    .map((row) => [String(row.name), faultWords(row.faults, ctx), String(row.area), timeOf(row.fault_since, ctx)])
}

/** Readers of the queries over solar lamps. */
export const solarReaders = { solar, solarStates, solarBatteries, lowBatteries, solarFaults }
