import { addDays, addMonths, type DayRange, pick, type ReportDefinition, type Text } from '@lamplight/kit'
import {
  type Ctx,
  formatTime,
  gapText,
  type PrintCell,
  type PrintColumn,
  type PrintDocument,
  type PrintPart,
  readReportQuery,
  registryPort,
  reportChart,
  reportPage,
} from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import { deviceCharge } from '../model/charge.report.ts'
import { energy } from '../model/energy.report.ts'
import { replaced } from '../model/extra.report.ts'
import { lightRate } from '../model/light-rate.report.ts'
import { online } from '../model/online.report.ts'
import { tariffWords } from '../model/tariff.ts'
import { checkBills } from './bills.handler.ts'
import { carbonFigures, savingsFigures } from './efficiency.handler.ts'
import { faultAnswer } from './faults.handler.ts'
import { causeWords, explained, inventoryCheck } from './inventory.handler.ts'
import { incidentCells } from './monthly-incidents.ts'
import { TEXTS } from './monthly-words.ts'

/* The monthly report to the council. All figures come from the functions of the report pages, with the rights of the user for whom it is made. */

type Values = Readonly<Record<string, unknown>>
interface Page {
  readonly records: readonly Values[]
  readonly totals: Values
  readonly complete?: Parameters<typeof gapText>[0]
}
const AREAS = 60
const TOP = 10

/** First and last day of a month (`yyyy-MM`). */
export const rangeOfMonth = (month: string): DayRange => ({ from: `${month}-01`, to: addDays(addMonths(`${month}-01`, 1), -1) })

export interface MonthlyQuestion {
  readonly month: string
  readonly areaId: string | null
}

/** Makes the document of a month in the language of `ctx`. `step` is called after each part. */
export const monthlyDocument = async (
  ctx: Ctx,
  { month, areaId }: MonthlyQuestion,
  step: () => Promise<void> = async () => undefined,
): Promise<PrintDocument> => {
  const t = (text: Text, values: Readonly<Record<string, string>> = {}): string => pick(text, ctx.lang, values)
  const { resources } = ctx.platform.port(registryPort)
  const find = (name: string) => resources.get(name)
  const range = rangeOfMonth(month)
  const today = formatTime(ctx.now(), ctx.zone).slice(0, 10)
  const place: Record<string, string> = areaId ? { areaId } : {}
  const dated = { startDate: range.from, endDate: range.to, ...place }
  const queryOf = (report: ReportDefinition, more: Values) =>
    readReportQuery(report, { path: report.base, answers: 'page' }, { ...dated, size: '-1', ...more }, ctx)
  const ask = async (report: ReportDefinition, more: Values): Promise<Page> =>
    (await reportPage(report, queryOf(report, more), ctx, find)) as unknown as Page
  const totals = async (report: ReportDefinition) => {
    const [before, year] = await Promise.all(['1', '2'].map((compare) => ask(report, { by: 'period', dateType: '3', compare })))
    return { now: before?.totals ?? {}, before: before?.totals ?? {}, year: year?.totals ?? {}, complete: before?.complete }
  }
  const value = (row: Values, name: string): number | null => (typeof row[name] === 'number' ? row[name] : null)
  const cell = (row: Values, name: string, d: number): PrintCell => ({ n: value(row, name), d })
  const num = (n: number | null | undefined, d = 0): PrintCell => ({ n: n ?? null, d })

  const [used, cost, light, connected] = [await totals(energy), await totals(deviceCharge), await totals(lightRate), await totals(online)]
  await step()
  const monthBefore = rangeOfMonth(addMonths(range.from, -1).slice(0, 7))
  const yearBefore = rangeOfMonth(addMonths(range.from, -12).slice(0, 7))
  const [faults, faultsBefore, faultsYear] = [
    await faultAnswer(ctx, place, range),
    await faultAnswer(ctx, place, monthBefore),
    await faultAnswer(ctx, place, yearBefore),
  ]
  await step()
  const carbon = await carbonFigures(ctx, dated)
  const savings = await savingsFigures(ctx, dated)
  await step()
  const inventory = await inventoryCheck(ctx, place, range)
  const bills = areaId ? null : await checkBills(ctx)
  const monthBills = bills?.found.filter(({ bill }) => bill.to >= range.from && bill.from <= range.to) ?? []
  const [swapped, incidents] = [await ask(replaced, { by: 'areaId' }), await incidentCells(ctx, place, range, TEXTS.lasting)]
  await step()
  const byArea = { by: 'areaId', dateType: '3' }
  const [lightAreas, energyAreas] = [await ask(lightRate, byArea), await ask(energy, byArea)]
  const [costAreas, onlineAreas] = [await ask(deviceCharge, byArea), await ask(online, byArea)]
  const chart = async (report: ReportDefinition) =>
    (await reportChart(report, queryOf(report, { dateType: '2' }), ctx, find)) as unknown as {
      times: readonly string[]
      series: readonly { name: string; unit: string; values: readonly (number | null)[] }[]
    }
  const [energyDays, lightDays] = [await chart(energy), await chart(lightRate)]
  await step()

  const share = ({ complete }: Pick<Page, 'complete'>): PrintCell =>
    complete?.share === null || complete?.share === undefined ? null : `${(100 * complete.share).toFixed(1)} %`
  type Compared = Awaited<ReturnType<typeof totals>>
  const compared = (label: Text, of: Compared, name: string, d: number, unit: string, target: PrintCell = ''): readonly PrintCell[] => [
    t(label),
    cell(of.now, name, d),
    unit,
    cell(of.before, `${name}Before`, d),
    cell(of.year, `${name}Before`, d),
    target,
    share(of),
  ]
  const counted = (label: Text, of: (answer: typeof faults) => number | null, d: number, unit: string): readonly PrintCell[] => [
    t(label),
    num(of(faults), d),
    unit,
    num(of(faultsBefore), d),
    num(of(faultsYear), d),
    '',
    '',
  ]
  const right = (head: Text, unit = ''): PrintColumn => ({ head: `${t(head)}${unit ? ` (${unit})` : ''}`, align: 'right' })
  const left = (head: Text, share?: number): PrintColumn => ({ head: t(head), ...(share === undefined ? {} : { share }) })
  const table = (
    name: Text,
    columns: readonly PrintColumn[],
    rows: readonly (readonly PrintCell[])[],
    empty?: Text | string,
  ): PrintPart => ({
    kind: 'table',
    name: t(name),
    columns,
    rows,
    ...(empty ? { empty: typeof empty === 'string' ? empty : t(empty) } : {}),
  })
  const title = (text: Text, pageBreak = false): PrintPart => ({ kind: 'title', text: t(text), ...(pageBreak ? { pageBreak } : {}) })
  const note = (text: string): PrintPart => ({ kind: 'text', text, tone: 'note' })
  const durations = (one: { medianHours: number | null; p90Hours: number | null; longestHours: number | null }): readonly PrintCell[] => [
    num(one.medianHours, 1),
    num(one.p90Hours, 1),
    num(one.longestHours, 1),
  ]

  const gaps: string[] = []
  const gap = (label: Text, words: string): void => {
    if (words) gaps.push(`${t(label)}${t(['：', ': '])}${words}`)
  }
  gap(energy.label, used.complete ? gapText(used.complete, ctx.lang) : '')
  gap(lightRate.label, light.complete ? gapText(light.complete, ctx.lang) : '')
  gap(online.label, connected.complete ? gapText(connected.complete, ctx.lang) : '')
  const unbanded = value(cost.now, 'unbanded') ?? 0
  if (unbanded > 0) gap(TEXTS.timesOfDay, t(TEXTS.noHours, { n: String(unbanded) }))
  if (range.to >= today) gap(TEXTS.month, t(TEXTS.running))
  if (carbon.regions.length === 0) gap(TEXTS.carbon, t(TEXTS.noFactors))
  else if (Number(carbon.missingKwh) > 0) gap(TEXTS.carbon, t(TEXTS.missingFactors, { n: String(carbon.missingKwh) }))
  if (savings.state !== 1) gap(TEXTS.avoided, t(TEXTS.noBaseline))
  else if (savings.margin === null) gap(TEXTS.avoided, t(TEXTS.noInterval))
  const unmeasured = inventory.boxes.size - inventory.measured
  if (unmeasured > 0) gap(TEXTS.inventory, t(TEXTS.unmeasured, { n: String(unmeasured), all: String(inventory.boxes.size) }))
  if (bills === null) gap(TEXTS.estimated, t(TEXTS.noAreas))
  else if (bills.bills.length === 0) gap(TEXTS.estimated, t(TEXTS.noBills))
  gap(TEXTS.roadClass, t(TEXTS.notRecorded))
  gap(TEXTS.plannedWork, t(TEXTS.notRecorded))

  const tariff = await ctx.platform.port(paramsPort).text('strategy.tariff', '')
  const [closed] = await ctx.query<{ tariff: string | null; state: number }>(
    'select tariff, state::int as state from reports_month where month = $1 and not is_deleted',
    [month],
  )
  const [area] = areaId ? await ctx.query<{ name: string }>('select area_name as name from places_areas where id = $1', [areaId]) : []
  const factorYears = carbon.borrowed.length > 0 ? carbon.borrowed.join(', ') : month.slice(0, 4)
  const link = `/report/monthly?month=${month}${areaId ? `&areaId=${areaId}` : ''}`

  const rate = (name: string): string => value(light.now, name)?.toFixed(2) ?? '—'
  const lightNote = [
    t(TEXTS.goal, { n: '97' }),
    t(TEXTS.restsOn, { share: String(share(light) ?? '—'), least: rate('least'), most: rate('most') }),
  ].join(ctx.lang === 'zh' ? '；' : '. ')
  const parts: PrintPart[] = [
    {
      kind: 'figures',
      items: [
        { label: t(TEXTS.lightRate), value: cell(light.now, 'rate', 2), unit: '%', note: lightNote },
        { label: t(TEXTS.energy), value: cell(used.now, 'energy', 2), unit: 'kWh' },
        { label: t(TEXTS.cost), value: cell(cost.now, 'money', 2), unit: t(TEXTS.cny) },
        { label: t(TEXTS.online), value: cell(connected.now, 'rate', 2), unit: '%' },
        { label: t(TEXTS.opened), value: num(faults.opened) },
        { label: t(TEXTS.open), value: num(faults.open) },
        { label: t(TEXTS.median), value: num(faults.medianHours, 1), unit: 'h' },
        { label: t(TEXTS.carbon), value: num(carbon.regions.length === 0 ? null : carbon.kg, 1), unit: 'kg' },
      ],
    },
    title(TEXTS.summary),
    table(
      TEXTS.summary,
      [
        left(TEXTS.figure, 26),
        right(TEXTS.value),
        left(TEXTS.unit, 9),
        right(TEXTS.before),
        right(TEXTS.year),
        right(TEXTS.target),
        right(TEXTS.complete),
      ],
      [
        compared(TEXTS.lightRate, light, 'rate', 2, '%', '≥ 97 %'),
        compared(TEXTS.least, light, 'least', 2, '%'),
        compared(TEXTS.most, light, 'most', 2, '%'),
        compared(TEXTS.online, connected, 'rate', 2, '%'),
        compared(TEXTS.energy, used, 'energy', 2, 'kWh'),
        compared(TEXTS.cost, cost, 'money', 2, t(TEXTS.cny)),
        compared(TEXTS.price, cost, 'price', 4, t(TEXTS.cnyPerKwh)),
        counted(TEXTS.opened, (one) => one.opened, 0, ''),
        counted(TEXTS.closed, (one) => one.closed, 0, ''),
        counted(TEXTS.open, (one) => one.open, 0, ''),
        counted(TEXTS.median, (one) => one.medianHours, 1, 'h'),
        counted(TEXTS.p90, (one) => one.p90Hours, 1, 'h'),
        [t(TEXTS.carbon), num(carbon.regions.length === 0 ? null : carbon.kg, 1), 'kg', null, null, '', ''],
        [t(TEXTS.avoided), num(savings.avoided, 1), 'kWh', null, null, '', ''],
        [t(TEXTS.margin), num(savings.margin, 1), 'kWh', null, null, '', ''],
        [t(TEXTS.adjusted), num(savings.adjusted, 1), 'kWh', null, null, '', ''],
      ],
    ),
    ...(gaps.length > 0 ? [title(TEXTS.gaps), ...gaps.map((text): PrintPart => ({ kind: 'text', text, tone: 'warn' }))] : []),
    title(TEXTS.lightTitle, true),
    { kind: 'chart', title: t(TEXTS.lightRate), unit: '%', type: 'line', times: lightDays.times, series: lightDays.series, goal: 97 },
    table(
      TEXTS.lightAreas,
      [
        left(TEXTS.area, 28),
        right(TEXTS.lightRate, '%'),
        right(TEXTS.least, '%'),
        right(TEXTS.most, '%'),
        right(TEXTS.dueHours, 'h'),
        right(TEXTS.lampNights),
      ],
      lightAreas.records
        .toSorted((a, b) => Number(a.rate ?? 101) - Number(b.rate ?? 101))
        .slice(0, AREAS)
        .map((row) => [
          String(row.areaName ?? ''),
          cell(row, 'rate', 2),
          cell(row, 'least', 2),
          cell(row, 'most', 2),
          cell(row, 'dueHours', 1),
          cell(row, 'lampNights', 0),
        ]),
      TEXTS.noData,
    ),
    title(TEXTS.faultTitle),
    table(
      TEXTS.faultKinds,
      [
        left(TEXTS.kind, 26),
        right(TEXTS.opened),
        right(TEXTS.closed),
        right(TEXTS.open),
        right(TEXTS.median, 'h'),
        right(TEXTS.p90, 'h'),
        right(TEXTS.longest, 'h'),
      ],
      faults.kinds.map((one) => [one.name, num(one.opened), num(one.closed), num(one.open), ...durations(one)]),
      TEXTS.noFaults,
    ),
    table(
      TEXTS.faultAges,
      [left(TEXTS.age, 50), right(TEXTS.open)],
      faults.ages.map(({ name, count }) => [name, num(count)]),
    ),
    table(
      TEXTS.repeats,
      [left(TEXTS.device, 40), left(TEXTS.deviceType), right(TEXTS.times), left(TEXTS.lastTime)],
      faults.repeats.slice(0, TOP).map((one) => [`${one.name || one.sn}`, one.devTypeName, num(Number(one.count)), one.lastTime]),
      TEXTS.noRepeats,
    ),
    table(
      TEXTS.incidents,
      [
        left(TEXTS.cause, 24),
        left(TEXTS.place, 22),
        right(TEXTS.devices),
        left(TEXTS.began),
        left(TEXTS.ended),
        right(TEXTS.lasted, 'h'),
        right(TEXTS.deviceHours, 'h'),
      ],
      incidents,
      TEXTS.noIncidents,
    ),
    title(TEXTS.energyTitle, true),
    { kind: 'chart', title: t(TEXTS.energy), unit: 'kWh', type: 'bar', times: energyDays.times, series: energyDays.series },
    table(
      TEXTS.energyAreas,
      [
        left(TEXTS.area, 22),
        right(TEXTS.energy, 'kWh'),
        right(TEXTS.cost, t(TEXTS.cny)),
        right(TEXTS.peak, 'kWh'),
        right(TEXTS.flat, 'kWh'),
        right(TEXTS.valley, 'kWh'),
        right(TEXTS.unbanded, 'kWh'),
        right(TEXTS.online, '%'),
      ],
      energyAreas.records
        .toSorted((a, b) => Number(b.energy ?? 0) - Number(a.energy ?? 0))
        .slice(0, AREAS)
        .map((row) => {
          const money = costAreas.records.find((one) => one.areaId === row.areaId) ?? {}
          const time = onlineAreas.records.find((one) => one.areaId === row.areaId) ?? {}
          return [
            String(row.areaName ?? ''),
            cell(row, 'energy', 2),
            cell(money, 'money', 2),
            cell(money, 'peak', 2),
            cell(money, 'flat', 2),
            cell(money, 'valley', 2),
            cell(money, 'unbanded', 2),
            cell(time, 'rate', 2),
          ]
        }),
      TEXTS.noData,
    ),
    title(TEXTS.inventoryTitle),
    table(
      TEXTS.inventory,
      [
        left(TEXTS.box, 24),
        left(TEXTS.cause, 30),
        left(TEXTS.explanation),
        right(TEXTS.perYear, 'kWh'),
        right(TEXTS.moneyPerYear, t(TEXTS.cny)),
      ],
      inventory.findings
        .slice(0, TOP)
        .map((one) => [
          inventory.boxes.get(one.id)?.name ?? one.id,
          causeWords(one.cause, ctx.lang),
          explained(one, ctx.lang),
          num(one.kwhPerYear),
          num(one.moneyPerYear),
        ]),
      inventory.measured === 0
        ? t(TEXTS.noData)
        : t(TEXTS.noFindings, { n: String(inventory.measured), all: String(inventory.boxes.size) }),
    ),
    table(
      TEXTS.estimated,
      [left(TEXTS.bill, 22), left(TEXTS.supply, 22), left(TEXTS.period), right(TEXTS.energy, 'kWh'), right(TEXTS.amount, t(TEXTS.cny))],
      monthBills
        .slice(0, TOP)
        .map(({ bill }) => [bill.row.billNo, bill.supply, `${bill.from} – ${bill.to}`, num(bill.kwh, 0), num(bill.row.money, 2)]),
      bills === null || bills.bills.length === 0 ? TEXTS.noBills : TEXTS.noEstimates,
    ),
    title(TEXTS.stockTitle),
    table(
      TEXTS.stock,
      [left(TEXTS.area, 50), right(TEXTS.replacements)],
      swapped.records.map((row) => [String(row.areaName ?? ''), cell(row, 'replaced', 0)]),
      TEXTS.noStock,
    ),
    title(TEXTS.definitions),
    note(t(TEXTS.defLight)),
    note(t(TEXTS.defFaults)),
    note(
      t(TEXTS.defEnergy, {
        tariff: tariffWords(closed?.tariff || tariff, t) || '—',
        state: t(closed?.state === 2 ? TEXTS.tariffClosed : TEXTS.tariffOpen),
      }),
    ),
    note(
      t(TEXTS.defSavings, {
        from: savings.baselineStart,
        to: savings.baselineEnd,
        days: String(savings.baselineDays),
        cv: savings.cv === null ? '—' : String(savings.cv),
      }),
    ),
    ...(carbon.regions.length > 0 ? [note(t(TEXTS.defCarbon, { region: carbon.region, years: factorYears }))] : []),
    note(t(TEXTS.defInventory)),
    note(t(TEXTS.link, { link })),
  ]
  return {
    lang: ctx.lang,
    title: t(TEXTS.title),
    parts,
    subtitle: `${month}${area ? ` · ${area.name}` : ''}`,
    head: [
      [t(TEXTS.range), `${range.from} – ${range.to}`],
      [t(TEXTS.area), area?.name ?? t(TEXTS.all)],
      [t(TEXTS.complete), `${t(TEXTS.energy)} ${share(used) ?? '—'} · ${t(TEXTS.lightRate)} ${share(light) ?? '—'}`],
    ],
    foot: `Lamplight · ${t(TEXTS.title)} ${month} · ${t(TEXTS.made)} ${formatTime(ctx.now(), ctx.zone).slice(0, 16)} · ${ctx.user.account}`,
  }
}

/** Calls of `step` that `monthlyDocument` makes. */
export const MONTHLY_STEPS = 5
