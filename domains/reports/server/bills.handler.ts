import { pick, type Text } from '@lamplight/kit'
import { A, type Ctx, page, type Route, route, T } from '@lamplight/server-kit'
import { type Bill, billDays, type Estimate, type EstimateCause, estimatedBills } from '../model/bills.ts'
import { meanNight, nightHours } from './night-hours.ts'
import { PageQuery, pageOf, RangeQuery, rangeIn } from './range.ts'

/* Bills that the supplier estimated. Written by hand: neighbouring bills are compared with each other and with the nights, which no sum by day does. */

/** Bills that one check reads, the newest. */
const READ_AT_MOST = 60_000
const CAUSES = { stated: 1, repeated: 2, flat: 3 } as const satisfies Record<EstimateCause, number>
const CAUSE_WORDS: Readonly<Record<EstimateCause, Text>> = {
  stated: ['账单注明为估算', 'The bill says that it is estimated'],
  repeated: ['与相邻账期日均电量相同', 'Same energy per day as in the adjacent period'],
  flat: ['连续三期日均电量几乎不变，不随夜长变化', 'Energy per day does not follow the nights in three periods in a row'],
}
/** If the nights of two periods differ by less, lamps could really use the same energy in both. */
const NIGHTS_ALIKE = 0.02
/** Why a bill is marked. For two periods with equal energy, the text also says whether their nights differ. */
const causeWords = ({ cause, nightsDiffer = 0 }: Estimate): Text => {
  if (cause !== 'repeated') return CAUSE_WORDS[cause]
  const [zh, en] = CAUSE_WORDS.repeated
  const percent = Math.round(100 * nightsDiffer)
  return nightsDiffer < NIGHTS_ALIKE
    ? [`${zh}（夜长相近，也可能为实际用电）`, `${en} (the nights are of similar length, so it may be actual use)`]
    : [`${zh}，而夜长相差 ${percent}%`, `${en}, although the nights differ by ${percent} %`]
}
const ASKS: Readonly<Record<EstimateCause, Text>> = {
  stated: [
    '请供电公司提供本期起止示数，并在下次抄表后按实际电量结算',
    'Ask for the readings at both ends of the period, and for a settlement after the next actual reading',
  ],
  repeated: [
    '请提供两期的抄表日期和示数；若按天分摊，请合并为一期并按实际示数重新出账',
    'Ask for dates and readings of both periods; if one reading was divided by days, ask for one bill from reading to reading',
  ],
  flat: [
    '请提供三期的示数；若为定量收费，请说明依据，并核对灯数和开关时间',
    'Ask for the three readings; if a fixed amount is charged, ask for its basis and compare lamps and hours with it',
  ],
}

interface BillRow {
  readonly id: string
  readonly billNo: string
  readonly supply: string
  readonly supplyName: string | null
  readonly startDay: string
  readonly endDay: string
  readonly kwh: number
  readonly money: number | null
  readonly reading: number | null
}
interface Checked extends Bill {
  readonly row: BillRow
}

/** The newest bills of the tenant. */
export const readBills = async (ctx: Ctx): Promise<readonly Checked[]> => {
  const rows = await ctx.query<BillRow>(
    `select id::text as id, bill_no as "billNo", supply, supply_name as "supplyName", start_day as "startDay", end_day as "endDay", kwh, money, reading
     from reports_bill where not is_deleted order by end_day desc, id desc limit ${READ_AT_MOST}`,
  )
  return rows.map(
    (row): Checked => ({
      supply: row.supply,
      from: row.startDay,
      to: row.endDay,
      kwh: Number(row.kwh),
      row,
      ...(row.reading === 1 ? { reading: 'actual' as const } : row.reading === 2 ? { reading: 'estimated' as const } : {}),
    }),
  )
}

/** The marks of all bills of the tenant, with the rows that they mark. */
export const checkBills = async (
  ctx: Ctx,
): Promise<{
  readonly bills: readonly Checked[]
  readonly found: readonly (Estimate & { readonly bill: Checked })[]
  readonly hoursOf: (bill: Bill) => number
}> => {
  const bills = await readBills(ctx)
  const nights = await nightHours(ctx)
  const means = new Map<string, number>()
  const hoursOf = ({ from, to }: Bill): number => {
    const key = `${from} ${to}`
    const known = means.get(key) ?? meanNight(nights, { from, to })
    means.set(key, known)
    return known
  }
  return { bills, found: estimatedBills(bills, hoursOf) as readonly (Estimate & { readonly bill: Checked })[], hoursOf }
}

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
const nullable = A.nullable(A.number)

export const billCheck = route({
  method: 'GET',
  path: '/api/blade-report/bill/check',
  summary: ['账单核对', 'Bills that the supplier estimated, with the reason and what to ask of the supplier'],
  permission: 'report_bill_view',
  query: T.Object({
    startDate: RangeQuery.startDate,
    endDate: RangeQuery.endDate,
    ...PageQuery,
    supply: T.Optional(T.String({ maxLength: 60 })),
    cause: T.Optional(T.String({ pattern: '^[1-3]?$', description: '1 stated, 2 repeated, 3 flat' })),
  }),
  returns: A.of({
    /** Bills of the range, supply points, marked bills and their energy and money. */
    bills: A.int,
    supplies: A.int,
    estimated: A.int,
    kwh: A.number,
    money: nullable,
    estimatedKwh: A.number,
    estimatedMoney: nullable,
    causes: A.list(A.of({ code: A.int, name: A.text, count: A.int })),
    marks: A.page(
      A.of({
        id: A.id,
        billNo: A.text,
        supply: A.text,
        supplyName: A.text,
        startDay: A.text,
        endDay: A.text,
        days: A.int,
        kwh: A.number,
        money: nullable,
        perDay: A.number,
        nightHours: A.number,
        cause: A.int,
        causeName: A.text,
        ask: A.text,
      }),
    ),
  }),
  handler: async ({ ctx, query }) => {
    const timed = query.startDate || query.endDate
    const range = timed ? rangeIn(ctx, query) : null
    const { current, size } = pageOf(query)
    const { bills, found, hoursOf } = await checkBills(ctx)
    const fits = ({ row }: Checked): boolean =>
      (!range || (row.endDay >= range.from && row.startDay <= range.to)) && (!query.supply || row.supply.includes(query.supply))
    const own = bills.filter(fits)
    const marked = found.filter(({ bill }) => fits(bill))
    const shown = marked
      .filter(({ cause }) => !query.cause || CAUSES[cause] === Number(query.cause))
      .toSorted((a, b) => (a.bill.to < b.bill.to ? 1 : a.bill.to > b.bill.to ? -1 : a.bill.supply < b.bill.supply ? -1 : 1))
    const sum = (rows: readonly Checked[], of: 'kwh' | 'money'): number => rows.reduce((all, { row }) => all + Number(row[of] ?? 0), 0)
    const money = (rows: readonly Checked[]): number | null =>
      rows.some(({ row }) => row.money !== null) ? rounded(sum(rows, 'money'), 2) : null
    const all = marked.map(({ bill }) => bill)
    const rows = size === -1 ? shown.slice(0, 1000) : shown.slice((Math.max(1, current) - 1) * size, Math.max(1, current) * size)
    return {
      bills: own.length,
      supplies: new Set(own.map(({ supply }) => supply)).size,
      estimated: marked.length,
      kwh: rounded(sum(own, 'kwh'), 2),
      money: money(own),
      estimatedKwh: rounded(sum(all, 'kwh'), 2),
      estimatedMoney: money(all),
      causes: (Object.keys(CAUSES) as EstimateCause[]).map((cause) => ({
        code: CAUSES[cause],
        name: pick(CAUSE_WORDS[cause], ctx.lang),
        count: marked.filter((one) => one.cause === cause).length,
      })),
      marks: page(
        rows.map(({ bill, cause, ...more }) => ({
          id: bill.row.id,
          billNo: bill.row.billNo,
          supply: bill.supply,
          supplyName: bill.row.supplyName ?? '',
          startDay: bill.from,
          endDay: bill.to,
          days: billDays(bill),
          kwh: bill.kwh,
          money: bill.row.money,
          perDay: rounded(bill.kwh / billDays(bill), 2),
          nightHours: rounded(hoursOf(bill), 2),
          cause: CAUSES[cause],
          causeName: pick(causeWords({ bill, cause, ...more }), ctx.lang),
          ask: pick(ASKS[cause], ctx.lang),
        })),
        ...([shown.length, Math.max(1, current), size] as const),
      ),
    }
  },
})

export const billRoutes: readonly Route[] = [billCheck]
