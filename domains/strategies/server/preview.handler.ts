import { createCalendar, type Program, wattsAt } from '@lamplight/calendar'
import { targetsPort } from '@lamplight/control/model'
import { exampleId } from '@lamplight/kit'
import { A, type Ctx, route, T } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { strategy } from '../model/index.ts'
import { draftIn } from './draft.ts'
import { type Combination, compileGroups, groupsOf, holdingFindings } from './holding.ts'
import { findingsOf, floorOf, lintTargets } from './lint.ts'
import { bandsOf, curveOf, type Lot, type NightSums, previewNights } from './preview.ts'
import { ownProgram, programOf, type StrategyRow, todayIn } from './program.ts'
import { specialDays, strategiesBy } from './publish.ts'
import { readerOf, selectorIn } from './targets.ts'

const YEAR = 366
/** Lamps of a cell of the map have one sun: 0.05° are at most 12 s. */
const CELL = 20
const SPECIAL = 2
/** What a lamp without a strategy does: it is lit from sunset to sunrise. */
const FACTORY: Program = {
  entries: [
    { trigger: 'sunset', level: 100 },
    { trigger: 'sunrise', level: 0 },
  ],
}

const Sums = A.of({
  ...{ lit: A.number, litInDaylight: A.number, darkBeforeDusk: A.number, darkAtNight: A.number },
  ...{ kwh: A.number, cost: A.number, co2: A.number },
})
const Steps = A.list(A.list(A.number))
const FindingReturns = A.of({
  ...{ code: A.text, severity: A.text, text: A.text, firstNight: A.nullable(A.text), nights: A.nullable(A.int) },
  ...{ special: A.nullable(A.int), entries: A.list(A.int), values: A.open },
})

interface LotRow extends Omit<Lot, 'now' | 'next' | 'lat' | 'lng'> {
  readonly lat: number | null
  readonly lng: number | null
  readonly normal: string | null
  readonly specials: readonly string[]
}
const LOTS = (
  lamps: string,
): string => `select round((l.lat * ${CELL})::numeric) / ${CELL} as lat, round((l.lng * ${CELL})::numeric) / ${CELL} as lng,
    l.power, l.min_power as "minPower", l.min_level as "minLevel", d.normal_id::text as normal, coalesce(d.special_ids, '{}')::text[] as specials, count(*)::int as lamps
  from (${lamps}) l left join strategies_device d on d.device_id = l.device_id group by 1, 2, 3, 4, 5, 6, 7`

/** What else a publication touches: streets, offline devices, and the strategies that it replaces. */
const BLAST = (lamps: string, own: string): string => `with l as (${lamps})
  select (select count(*)::int from l) as devices, (select count(distinct street_id)::int from l) as streets,
    (select count(*)::int from l join devices_states s on s.device_id = l.device_id where not s.online) as offline,
    (select coalesce(jsonb_agg(r order by r.n desc), '[]') from (
      select s.id::text as id, s.name, count(*)::int as n from l join strategies_device d on d.device_id = l.device_id
      join strategies_strategy s on s.id = d.normal_id and s.kind <> ${SPECIAL} where s.id is distinct from ${own}::bigint group by s.id, s.name) r) as replaces`

const sumOf = (nights: readonly { readonly next: NightSums; readonly now: NightSums }[], which: 'next' | 'now'): NightSums =>
  nights.reduce<NightSums>(
    (sum, night) =>
      Object.fromEntries(
        Object.entries(sum).map(([key, value]) => [key, value + night[which][key as keyof NightSums]]),
      ) as unknown as NightSums,
    { lit: 0, litInDaylight: 0, darkBeforeDusk: 0, darkAtNight: 0, kwh: 0, cost: 0, co2: 0 },
  )

/** Number of lamps: null coordinates stand for the middle of the others. */
const placed = (
  rows: readonly LotRow[],
): { readonly rows: readonly (LotRow & { lat: number; lng: number })[]; readonly site: { lat: number; lng: number } | null } => {
  const known = rows.filter((row): row is LotRow & { lat: number; lng: number } => row.lat !== null && row.lng !== null)
  const total = known.reduce((sum, { lamps }) => sum + lamps, 0)
  if (total === 0) return { rows: [], site: null }
  const mean = (key: 'lat' | 'lng'): number => known.reduce((sum, row) => sum + Number(row[key]) * row.lamps, 0) / total
  const site = { lat: mean('lat'), lng: mean('lng') }
  return { rows: rows.map((row) => ({ ...row, lat: Number(row.lat ?? site.lat), lng: Number(row.lng ?? site.lng) })), site }
}

const stepsOf = (program: Program, site: { lat: number; lng: number } | null, zone: string, from: number, nights: number): number[][] => {
  const calendar = createCalendar(program, { lat: site?.lat ?? null, lng: site?.lng ?? null, zone })
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

/** The strategies of a group if the draft were published to it. */
const draftFor = ({ normal, specials }: Combination, { id, kind }: StrategyRow): Combination =>
  kind === SPECIAL ? { normal, specials: [...new Set([...specials, id])] } : { normal: id, specials }

/**
 * What a strategy would do to lamps on each of the next nights, beside what they do now; the findings of the linter; and what else the publication
 * touches. Written by hand: it computes, and no rows of a resource are its answer.
 */
export const previewRoute = route({
  method: 'POST',
  path: '/api/blade-strategy/workstrategy/preview',
  summary: ['策略预览', 'Preview of a strategy'],
  example: { body: { id: exampleId(strategy.name) } },
  permission: 'workstrategy_view',
  body: T.Object(
    { id: T.Optional(T.String({ pattern: '^[0-9]{1,19}$' })), nights: T.Optional(T.Integer({ minimum: 1, maximum: YEAR })) },
    { additionalProperties: true },
  ),
  bodyLimit: 4 * 1024 * 1024,
  returns: A.of({
    ...{ devices: A.int, streets: A.int, offline: A.int, from: A.text, zone: A.text },
    site: A.nullable(A.of({ lat: A.number, lng: A.number })),
    ...{ peakKw: A.number, peakKwNow: A.number },
    replaces: A.list(A.of({ id: A.id, name: A.text, n: A.int })),
    nights: A.list(A.of({ night: A.text, next: Sums, now: Sums })),
    ...{ total: Sums, totalNow: Sums },
    /** By night: minutes after its noon and level, alternating, at the middle of the lamps. */
    ...{ steps: Steps, stepsNow: Steps },
    findings: A.list(FindingReturns),
  }),
  handler: async ({ ctx, body }) => {
    const reader = readerOf(ctx, {}, body)
    const own = await draftIn(ctx, body as Record<string, unknown>)
    const selector = hasSelector(body) ? selectorIn(reader) : own.id ? { controllerIds: await assignedTo(ctx, own.id) } : null
    const days = await specialDays(ctx.query)
    const from = todayIn(ctx.zone, ctx.now())
    const nights = (body.nights as number | undefined) ?? YEAR
    const lamps = selector && ctx.platform.port(targetsPort).lamps(ctx, selector)
    const found = lamps ? await ctx.query<LotRow & Record<string, unknown>>(LOTS(lamps.sql), [...lamps.params]) : []
    const { rows, site } = placed(found)
    const others = await strategiesBy(ctx.query, [
      ...new Set(found.flatMap(({ normal, specials }) => [...(normal ? [normal] : []), ...specials])),
    ])
    const programs = new Map<string, Program>()
    const keyOf = (normal: StrategyRow | undefined, specials: readonly StrategyRow[], label: string): string => {
      const key = `${label}${normal?.id ?? ''}:${specials.map(({ id }) => id).join()}`
      if (!programs.has(key)) programs.set(key, normal || specials.length > 0 ? programOf(normal, specials, days) : FACTORY)
      return key
    }
    const lots = rows.map((row): Lot => {
      const normal = row.normal ? others.get(row.normal) : undefined
      const specials = row.specials.flatMap((id) => others.get(id) ?? [])
      const now = keyOf(normal, specials, 'now ')
      const next =
        own.kind === SPECIAL ? keyOf(normal, [...specials.filter(({ id }) => id !== own.id), own], 'next ') : keyOf(own, specials, 'next ')
      return { ...row, now, next }
    })
    const params = ctx.platform.port(paramsPort)
    const bands = bandsOf(await params.text('strategy.tariff', ''))
    const co2 = Number(await params.text('strategy.co2', '0'))
    const told = await previewNights({ lots, programs, zone: ctx.zone, from, nights, bands, co2 })
    const blast = lamps
      ? (
          await ctx.query<{ devices: number; streets: number; offline: number; replaces: { id: string; name: string; n: number }[] }>(
            BLAST(lamps.sql, `$${lamps.params.length + 1}`),
            [...lamps.params, own.id || null],
          )
        )[0]
      : undefined
    const program = ownProgram(own, days)
    const present = lots[0] ? programs.get(lots[0].now)! : FACTORY
    const groups = lamps ? await groupsOf(ctx, lamps) : []
    const holdings = compileGroups(ctx, { groups, rows: others, days, own, nextOf: (group) => draftFor(group, own) })
    const isUsual = groups.length === 0 || groups.some((group) => group.isUsual)
    const findings = [
      ...(await lintTargets(
        ctx,
        { program, own, site, devices: blast?.devices ?? 0, areas: selector, from, isUsual },
        await floorOf(ctx, lamps),
      )),
      ...holdingFindings(ctx, holdings, own),
    ]
    return {
      ...{ devices: blast?.devices ?? 0, streets: blast?.streets ?? 0, offline: blast?.offline ?? 0, replaces: blast?.replaces ?? [] },
      ...{ from: told[0]?.night ?? '', zone: ctx.zone, site },
      peakKw: peakOf(found, () => highest(program)),
      peakKwNow: peakOf(found, (row) =>
        highest(
          programOf(
            row.normal ? others.get(row.normal) : undefined,
            row.specials.flatMap((id) => others.get(id) ?? []),
            days,
          ),
        ),
      ),
      ...{ nights: told, total: sumOf(told, 'next'), totalNow: sumOf(told, 'now') },
      steps: stepsOf(program, site, ctx.zone, from, nights),
      stepsNow: stepsOf(present, site, ctx.zone, from, nights),
      findings: findingsOf(ctx, findings),
    }
  },
})

const SELECTORS = ['controllerIds', 'lampIds', 'groupId', 'areaId', 'streetId', 'projectId', 'filter', 'controllerFilter'] as const
export const hasSelector = (body: unknown): boolean =>
  SELECTORS.some((name) => {
    const value = (body as Record<string, unknown> | undefined)?.[name]
    return value !== undefined && value !== null && value !== ''
  })
const assignedTo = async (ctx: Ctx, id: string): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    'select device_id::text as id from strategies_device where normal_id = $1 or special_ids @> array[$1::bigint]',
    [id],
  )
  return rows.map((row) => row.id)
}
