// Measures ClickHouse on the same rows, if CLICKHOUSE_URL (http://…:8123) names a server: fills its table and returns the statements of a page.
import { DAYS, DEVICE, FROM, LAMPS, VALUES } from './report-rows.ts'

/** Sends a statement; resolves with the answer. */
export const ask = async (url: string, sql: string): Promise<string> => {
  const response = await fetch(url, { method: 'POST', body: sql })
  const text = await response.text()
  if (!response.ok) throw new Error(text.slice(0, 500))
  return text
}

/** The days of all lamps in a table that is ordered by day and lamp. */
export const fillPeer = async (url: string): Promise<void> => {
  await ask(url, 'drop table if exists lamp_days')
  await ask(
    url,
    `create table lamp_days (day Date, device UInt64, street UInt32, area UInt32, project UInt32, supplier UInt32, devices UInt8, energy UInt64, on_ms UInt32, online_ms UInt32)
     engine = MergeTree partition by toYYYYMM(day) order by (day, device)`,
  )
  const value = (sql: string): string => `if(silent, 0, ${sql})`
  for (let d = 0; d < DAYS; d += 61)
    await ask(
      url,
      `insert into lamp_days select toDate('${FROM}') + d, ${DEVICE} + n, intDiv(n, 50), intDiv(n, 500), intDiv(n, 5000), n % 3, not silent,
         ${value(VALUES.energy)}, ${value(VALUES.on_ms)}, ${value(VALUES.online_ms)}
       from (select number % ${LAMPS} as n, intDiv(number, ${LAMPS}) + ${d} as d, (n * 3 + d) % 200 = 0 as silent from numbers(${Math.min(61, DAYS - d) * LAMPS}))`,
    )
  await ask(url, 'optimize table lamp_days')
}

const MEASURES = 'sum(energy), sum(energy) / sum(devices), sum(on_ms) / sum(devices)'
/** What a page of groups needs: the groups in their order, their number, the totals, and the completeness of each day. */
export const pageOf = (by: string, order: string, where = '1', offset = 0): readonly string[] => [
  `select ${by}, ${MEASURES} from lamp_days where ${where} group by ${by} order by ${order} limit ${offset}, 10`,
  `select count() from (select ${by} from lamp_days where ${where} group by ${by})`,
  `select ${MEASURES} from lamp_days where ${where}`,
  `select day, sum(devices), count() from lamp_days where ${where} group by day order by day`,
]
