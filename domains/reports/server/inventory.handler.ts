import { pick, type Text } from '@lamplight/kit'
import { A, type Ctx, grantedOnly, page, type Route, route, T } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import {
  type CabinetLoad,
  INVENTORY_RULES,
  type InventoryCause,
  type InventoryFinding,
  inventoryFindings,
  withWattages,
} from '../model/inventory-check.ts'
import { hourPrices, nightPrice, readTariff } from '../model/tariff.ts'
import { PageQuery, pageOf, placeSql, RangeQuery, rangeIn } from './range.ts'

/* Meters of switch boxes against the inventory. Written by hand: the differences are explained by the lamps of each box, which no sum does. */

const CODES = { unregistered: 1, missing: 2, dayBurner: 3, constant: 4, wattage: 5 } as const satisfies Record<InventoryCause, number>
const WORDS: Readonly<Record<InventoryCause, Text>> = {
  unregistered: ['疑似未登记灯具', 'Lamps that are not registered'],
  missing: ['登记灯具未用电', 'Registered lamps that draw nothing'],
  dayBurner: ['白天亮灯', 'Lamps lit by day'],
  constant: ['昼夜相同的负荷：疑似漏电或外接', 'The same load day and night: leakage or a foreign load'],
  wattage: ['登记功率有误', 'Wrong nominal power'],
}
const DEFAULT_NIGHTS = 14
const { groupId: _group, statisticsGroupId: _statistics, ...Place } = RangeQuery

interface BoxRow {
  readonly id: string
  readonly name: string
  readonly sn: string | null
  readonly area: string | null
  readonly areaName: string | null
  readonly nights: number
  readonly meterNight: number | null
  readonly meterDay: number | null
  readonly lampsNight: number | null
  readonly lampsDay: number | null
  readonly litHours: number
  readonly lamps: Record<string, number>
  readonly unrated: number
}
const weighted = (column: string, hours: string): string =>
  `(sum(n.${column} * n.${hours}) filter (where n.${column} is not null) / nullif(sum(n.${hours}) filter (where n.${column} is not null), 0))::float8`

/** Boxes that the user sees, with the means of their nights. */
const boxesOf = (ctx: Ctx, query: Readonly<Record<string, unknown>>, { from, to }: { readonly from: string; readonly to: string }) => {
  const params: unknown[] = [ctx.tenantId, from, to]
  const columns = { project: 'b.project_id', area: 'b.area_id' }
  const place = placeSql(query, params, { device: 'null::bigint', ...columns }) + grantedOnly(ctx.user, params, columns)
  return ctx.query<BoxRow>(
    `select b.id::text as id, b.name, b.sn, b.area_id::text as area, a.area_name as "areaName", n.* from cabinets_boxes b
     left join places_areas a on a.id = b.area_id
     left join lateral (
       select count(*) filter (where n.night_hours > 0)::int as nights, ${weighted('meter_night', 'night_hours')} as "meterNight",
         ${weighted('meter_day', 'day_hours')} as "meterDay", ${weighted('lamps_night', 'night_hours')} as "lampsNight",
         ${weighted('lamps_day', 'day_hours')} as "lampsDay", coalesce(avg(n.lit_hours), 0)::float8 as "litHours",
         coalesce((array_agg(n.lamps order by n.day desc))[1], '{}') as lamps, coalesce((array_agg(n.unrated order by n.day desc))[1], 0) as unrated
       from reports_box_night n where n.tenant_id = $1 and n.day between $2::date and $3::date and n.box_id = b.id
     ) n on true
     where b.tenant_id = $1 and not b.is_deleted${place} order by b.name, b.id`,
    params,
  )
}

/** Findings of the boxes that the user sees, ranked by money per year, and the boxes that no meter measured. */
export const inventoryCheck = async (
  ctx: Ctx,
  query: Readonly<Record<string, unknown>>,
  range: { readonly from: string; readonly to: string },
) => {
  const boxes = await boxesOf(ctx, query, range)
  const tariff = await ctx.platform.port(paramsPort).text('strategy.tariff', '')
  const price = nightPrice(hourPrices(readTariff(tariff))) || INVENTORY_RULES.price
  const loads = boxes.flatMap((box): CabinetLoad[] =>
    box.meterNight === null || box.lampsNight === null
      ? []
      : [
          {
            id: box.id,
            meterNight: box.meterNight,
            meterDay: box.meterDay ?? 0,
            lampsNight: box.lampsNight,
            lampsDay: box.lampsDay ?? 0,
            lamps: box.lamps,
            nightHours: box.litHours,
          },
        ],
  )
  const findings = withWattages(inventoryFindings(loads, { ...INVENTORY_RULES, price }), loads)
  return { boxes: new Map(boxes.map((box) => [box.id, box])), measured: loads.length, findings, price }
}
function rounded(value: number, decimals?: number): number
function rounded(value: number | null, decimals?: number): number | null
function rounded(value: number | null, decimals = 0): number | null {
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
}

/** The explanation of a finding as a sentence part, such as `≈ 3 × 70 W`. */
export const explained = ({ count, unit, wattage }: InventoryFinding, lang: Ctx['lang']): string => {
  if (wattage)
    return pick(
      [
        `${wattage.count} 盏 ${wattage.rated} W 的灯实际约 ${wattage.real} W`,
        `${wattage.count} lamps of ${wattage.rated} W draw about ${wattage.real} W`,
      ],
      lang,
    )
  return count > 0 ? `≈ ${count} × ${unit} W` : ''
}
export const causeWords = (cause: InventoryCause, lang: Ctx['lang']): string => pick(WORDS[cause], lang)

const nullable = A.nullable(A.number)
export const inventoryRoute = route({
  method: 'GET',
  path: '/api/blade-report/inventory/check',
  summary: [
    '电表与台账核对',
    'Meters of switch boxes against the inventory: differences with their likely cause, ranked by money per year',
  ],
  permission: 'report_inventory_view',
  query: T.Object({
    ...Place,
    ...PageQuery,
    cause: T.Optional(
      T.String({ pattern: '^[1-5]?$', description: '1 unregistered, 2 missing, 3 day burner, 4 constant load, 5 wattage' }),
    ),
  }),
  returns: A.of({
    startDate: A.text,
    endDate: A.text,
    boxes: A.int,
    measured: A.int,
    found: A.int,
    kwhPerYear: A.number,
    moneyPerYear: A.number,
    price: A.number,
    causes: A.list(A.of({ code: A.int, name: A.text, count: A.int })),
    /** Boxes of the user without readings of a meter in the range, at most 20 of them. */
    unmeasured: A.list(A.of({ id: A.id, name: A.text })),
    findings: A.page(
      A.of({
        boxId: A.id,
        boxName: A.text,
        boxSn: A.text,
        areaId: A.id,
        areaName: A.text,
        nights: A.int,
        cause: A.int,
        causeName: A.text,
        watts: A.number,
        explanation: A.text,
        kwhPerYear: A.number,
        moneyPerYear: A.number,
        meterNight: nullable,
        lampsNight: nullable,
        meterDay: nullable,
        lampsDay: nullable,
        unrated: A.int,
      }),
    ),
  }),
  handler: async ({ ctx, query }) => {
    const range = rangeIn(ctx, query.startDate || query.endDate ? query : {}, query.startDate || query.endDate ? undefined : DEFAULT_NIGHTS)
    const { current, size } = pageOf(query)
    const { boxes, measured, findings, price } = await inventoryCheck(ctx, query, range)
    const shown = findings.filter(({ cause }) => !query.cause || CODES[cause] === Number(query.cause))
    const sum = (of: 'kwhPerYear' | 'moneyPerYear'): number => shown.reduce((all, one) => all + one[of], 0)
    const at = Math.max(1, current)
    const rows = size === -1 ? shown.slice(0, 1000) : shown.slice((at - 1) * size, at * size)
    return {
      startDate: range.from,
      endDate: range.to,
      boxes: boxes.size,
      measured,
      found: shown.length,
      kwhPerYear: rounded(sum('kwhPerYear')),
      moneyPerYear: rounded(sum('moneyPerYear')),
      price: rounded(price, 4),
      causes: (Object.keys(CODES) as InventoryCause[]).map((cause) => ({
        code: CODES[cause],
        name: causeWords(cause, ctx.lang),
        count: findings.filter((one) => one.cause === cause).length,
      })),
      unmeasured: [...boxes.values()]
        .filter(({ meterNight, lampsNight }) => meterNight === null || lampsNight === null)
        .slice(0, 20)
        .map(({ id, name }) => ({ id, name: name ?? '' })),
      findings: page(
        rows.map((finding) => {
          const box = boxes.get(finding.id) as BoxRow
          return {
            boxId: box.id,
            boxName: box.name ?? '',
            boxSn: box.sn ?? '',
            areaId: box.area ?? '',
            areaName: box.areaName ?? '',
            nights: box.nights,
            cause: CODES[finding.cause],
            causeName: causeWords(finding.cause, ctx.lang),
            watts: rounded(finding.watts),
            explanation: explained(finding, ctx.lang),
            unrated: box.unrated,
            kwhPerYear: rounded(finding.kwhPerYear),
            moneyPerYear: rounded(finding.moneyPerYear),
            meterNight: rounded(box.meterNight),
            lampsNight: rounded(box.lampsNight),
            meterDay: rounded(box.meterDay),
            lampsDay: rounded(box.lampsDay, 1),
          }
        }),
        ...([shown.length, at, size] as const),
      ),
    }
  },
})

export const inventoryRoutes: readonly Route[] = [inventoryRoute]
