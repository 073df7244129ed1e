import { createCalendar, type Finding, type Program, SEEN_HEAD, wattsAt } from '@lamplight/calendar'
import type { Selector } from '@lamplight/control/model'
import type { Ctx } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import type { ShownCode } from '../../model/finding-words.ts'
import { concerns } from '../../model/findings-of.ts'
import { KINDS } from '../../model/index.ts'
import type { CompetingStrategy, NightSums } from '../../model/publication-facts.ts'
import { type Combination, compileGroups, groupsOf, type Holding, holdingFindings } from '../holding.ts'
import { floorOf, lintTargets } from '../night/lint.ts'
import { ownProgram, programOf, type StrategyRow, todayIn } from '../night/program.ts'
import { devicesFor, idsOnly } from '../strategy-devices.ts'
import { competingStrategies } from './competing-strategies.ts'
import { bandsOf, CELLS_PER_DEGREE, curveOf, type Lot, noSums, type PreviewNight, previewNights } from './preview.ts'
import { effectsOfPublication, NO_EFFECTS, type PublicationEffects } from './publication-effects.ts'
import { specialDays, strategiesBy } from './publish.ts'

/** Nights of a preview if a call names no number. */
export const YEAR = 366
/** What a lamp without a strategy does: it is lit from sunset to sunrise. */
const FACTORY: Program = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
}
const IDLE: Program = { entries: [] }

interface LotRow extends Omit<Lot, 'now' | 'next' | 'lat' | 'lng'> {
  readonly lat: number | null
  readonly lng: number | null
  readonly normal: string | null
  readonly specials: readonly string[]
  /** The calendar that was sent last; null if none was sent. */
  readonly calendar: string | null
}
const LOTS = (
  lamps: string,
): string => `select round((l.lat * ${CELLS_PER_DEGREE})::numeric) / ${CELLS_PER_DEGREE} as lat, round((l.lng * ${CELLS_PER_DEGREE})::numeric) / ${CELLS_PER_DEGREE} as lng,
    l.power, l.min_power as "minPower", l.min_level as "minLevel", d.normal_id::text as normal, coalesce(d.special_ids, '{}')::text[] as specials,
    d.calendar_id::text as calendar, l.two_way as "twoWay", count(*)::int as lamps
  from (${lamps}) l left join strategies_device d on d.device_id = l.device_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9`

const sumOf = (nights: readonly { readonly next: NightSums; readonly now: NightSums }[], which: 'next' | 'now'): NightSums =>
  nights.reduce<NightSums>(
    (sum, night) =>
      Object.fromEntries(
        Object.entries(sum).map(([key, value]) => [key, value + night[which][key as keyof NightSums]]),
      ) as unknown as NightSums,
    noSums(),
  )

interface Site {
  readonly lat: number
  readonly lng: number
}
/** Gives lamps without coordinates the mean position of the others. */
const placed = (rows: readonly LotRow[]): { readonly rows: readonly (LotRow & Site)[]; readonly site: Site | null } => {
  const known = rows.filter((row): row is LotRow & Site => row.lat !== null && row.lng !== null)
  const total = known.reduce((sum, { lamps }) => sum + lamps, 0)
  if (total === 0) return { rows: [], site: null }
  const mean = (key: 'lat' | 'lng'): number => known.reduce((sum, row) => sum + Number(row[key]) * row.lamps, 0) / total
  const site = { lat: mean('lat'), lng: mean('lng') }
  return { rows: rows.map((row) => ({ ...row, lat: Number(row.lat ?? site.lat), lng: Number(row.lng ?? site.lng) })), site }
}

const stepsOf = (program: Program, site: Site | null, zone: string, from: number, nights: number): number[][] => {
  const calendar = createCalendar(program, { lat: site?.lat ?? null, lng: site?.lng ?? null, zone }, SEEN_HEAD)
  return Array.from({ length: nights }, (_, n) => {
    const { start, steps } = calendar.night(from + n)
    return steps.flatMap(({ at, level }) => [Math.round((at - start) / 6000) / 10, level])
  })
}

/** Highest power of the lamps in a year, kW. */
const peakOf = (rows: readonly LotRow[], levelOf: (row: LotRow) => number): number =>
  rows.reduce((sum, row) => sum + row.lamps * wattsAt(curveOf(row), levelOf(row)), 0) / 1000
const highest = ({ entries, specials = [] }: Program): number =>
  Math.max(0, ...[...entries, ...specials.flatMap((one) => one.entries)].map(({ level }) => level))

/** Programs of the calendars that devices were sent. */
const calendarsBy = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Program>> => {
  const rows = await ctx.query<{ id: string; program: Program }>(
    'select id::text as id, program from strategies_calendar where id = any($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ id, program }) => [id, program]))
}

/** The strategies of a group if the draft were published to it. */
const draftFor = ({ normal, specials }: Combination, { id, kind }: StrategyRow): Combination =>
  kind === KINDS.special ? { normal, specials: [...new Set([...specials, id])] } : { normal: id, specials }

export interface PreviewOf {
  readonly own: StrategyRow
  /** The lamps; null: none are chosen. */
  readonly selector: Selector | null
  readonly nights?: number | undefined
  /** Devices of a publication, also those that are no lamps. Default: the lamps of `selector`. */
  readonly deviceIds?: readonly string[]
  /** Number of named devices that the user does not see. */
  readonly outside?: number
  /** True: what happens if the strategy is taken from the lamps. */
  readonly unassign?: boolean | undefined
}
export interface PreviewWork extends PublicationEffects {
  readonly from: number
  readonly site: Site | null
  readonly peakKw: number
  readonly peakKwNow: number
  readonly nights: readonly PreviewNight[]
  readonly total: NightSums
  readonly totalNow: NightSums
  /** An array for each night: minutes after noon and level in turn, computed for the middle of the lamps. */
  readonly steps: () => number[][]
  readonly stepsNow: () => number[][]
  /** Findings of the linter, and about special strategies of equal priority. */
  readonly faults: readonly Finding<ShownCode>[]
  readonly rivals: readonly CompetingStrategy[]
  /** These, and those about what models cannot hold. */
  readonly findings: readonly Finding<ShownCode>[]
  readonly holdings: readonly Holding[]
}

/**
 * Computes what a strategy would do to lamps on each of the next nights, beside what they do now by the calendar that they were sent last. Nothing is
 * written. `told`: nights done so far, of all cells of the map.
 */
export const previewOf = async (
  ctx: Ctx,
  { own, selector, nights = YEAR, deviceIds, outside, unassign = false }: PreviewOf,
  told?: (done: number, total: number) => void,
): Promise<PreviewWork> => {
  const days = await specialDays(ctx.query)
  const factory = own.kind === KINDS.spray ? IDLE : FACTORY
  const from = todayIn(ctx.zone, ctx.now())
  const lamps = selector && devicesFor(ctx, selector, own)
  const found = lamps ? await ctx.query<LotRow>(LOTS(lamps.sql), [...lamps.params]) : []
  const { rows, site } = placed(found)
  const others = await strategiesBy(ctx.query, [
    ...new Set(found.flatMap(({ normal, specials }) => [...(normal ? [normal] : []), ...specials])),
  ])
  const calendars = await calendarsBy(ctx, [...new Set(found.flatMap(({ calendar }) => calendar ?? []))])
  const programs = new Map<string, Program>()
  const keep = (key: string, program: () => Program): string => {
    if (!programs.has(key)) programs.set(key, program())
    return key
  }
  const combined = (normal: StrategyRow | undefined, specials: readonly StrategyRow[]): string =>
    keep(
      `${normal ? `${normal.id}${normal === own ? '!' : ''}` : ''}:${specials.map((one) => `${one.id}${one === own ? '!' : ''}`).join()}`,
      () => (normal || specials.length > 0 ? programOf(normal, specials, days) : factory),
    )
  const strategiesOf = (row: LotRow) => ({
    normal: row.normal ? others.get(row.normal) : undefined,
    specials: row.specials.flatMap((id) => others.get(id) ?? []),
  })
  const nowOf = (row: LotRow): string => {
    const calendar = row.calendar === null ? undefined : calendars.get(row.calendar)
    if (calendar) return keep(`calendar ${row.calendar}`, () => calendar)
    const { normal, specials } = strategiesOf(row)
    return combined(normal, specials)
  }
  const nextOf = (row: LotRow): string => {
    const { normal, specials } = strategiesOf(row)
    const rest = specials.filter(({ id }) => id !== own.id)
    if (unassign) return combined(normal?.id === own.id ? undefined : normal, rest)
    return own.kind === KINDS.special ? combined(normal, [...rest, own]) : combined(own, specials)
  }
  const lots = rows.map((row): Lot => ({ ...row, now: nowOf(row), next: nextOf(row) }))
  const params = ctx.platform.port(paramsPort)
  const bands = bandsOf(await params.text('strategy.tariff', ''))
  const co2 = Number(await params.text('strategy.co2', '0'))
  const computed = await previewNights({ lots, programs, zone: ctx.zone, from, nights, bands, co2 }, told)
  const effects = lamps ? await effectsOfPublication(ctx, deviceIds ? idsOnly(deviceIds) : lamps, own.id) : null
  const program = ownProgram(own, days)
  const shown = lots[0]
  const programAt = (key: string): Program => programs.get(key) ?? factory
  const groups = lamps && !unassign ? await groupsOf(ctx, lamps, deviceIds) : []
  const holdings = compileGroups(ctx, { groups, rows: others, days, own, nextOf: (group) => draftFor(group, own) })
  const isUsual = groups.length === 0 || groups.some((group) => group.isUsual)
  const target = { program, own, site, devices: deviceIds?.length ?? effects?.devices ?? 0, areas: selector, from, isUsual, outside }
  // A road class is about light.
  const floors = own.kind === KINDS.spray ? [] : await floorOf(ctx, lamps)
  const linted = unassign ? [] : await lintTargets(ctx, target, floors)
  const { rivals, ties } = competingStrategies(holdings, { own, rows: others, days, from, nights })
  const faults = [...linted.filter(({ code }) => concerns(own.kind, code)), ...ties]
  const findings = [...faults, ...holdingFindings(ctx, holdings, own)]
  return {
    ...(effects ?? NO_EFFECTS),
    from,
    site,
    nights: computed,
    total: sumOf(computed, 'next'),
    totalNow: sumOf(computed, 'now'),
    faults,
    findings,
    holdings,
    rivals,
    peakKw: peakOf(found, (row) => highest(unassign ? programAt(nextOf(row)) : program)),
    peakKwNow: peakOf(found, (row) => highest(programAt(nowOf(row)))),
    steps: () => stepsOf(unassign && shown ? programAt(shown.next) : program, site, ctx.zone, from, nights),
    stepsNow: () => stepsOf(shown ? programAt(shown.now) : factory, site, ctx.zone, from, nights),
  }
}
