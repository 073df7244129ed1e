import { DEFAULT_ZONE, type Task } from '@lamplight/server-kit'
import { closeHour, rollUp } from './roll-up.ts'

const EVERY_MS = 10_000
const DROP_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
const KEPT = [
  ['devices_hourly', 'HOURLY_DAYS', 800],
  ['devices_daily', 'DAILY_DAYS', 3660],
  ['devices_series_hourly', 'HOURLY_DAYS', 800],
  ['devices_series_daily', 'DAILY_DAYS', 3660],
] as const

/**
 * Rolls up each hour after its end, and late readings within seconds. Deletes hours older than HOURLY_DAYS (800) and days older than DAILY_DAYS (3660).
 */
export const rollupsTask: Task = {
  name: 'devices.rollups',
  role: 'schedule',
  readsPast: true,
  start: async (platform) => {
    const { system, clock, config, log } = platform
    let ended = false
    let dropped = 0
    let wake: () => void = () => undefined
    const drop = async (): Promise<void> => {
      if (clock.now() - dropped < DROP_EVERY_MS) return
      for (const [table, name, days] of KEPT)
        await system.query('select devices_rollup_drop($1, to_timestamp($2::float8 / 1000)::date)', [
          table,
          clock.now() - config.number(name, days) * DAY_MS,
        ])
      for (const table of [
        'devices_area_daily',
        'devices_area_monthly',
        'devices_project_daily',
        'devices_place_daily',
        'devices_series_area_daily',
      ])
        await system.query(`delete from ${table} where day < date_trunc('month', to_timestamp($1::float8 / 1000))::date`, [
          clock.now() - config.number('DAILY_DAYS', 3660) * DAY_MS,
        ])
      await system.query('delete from devices_counter_hour where hour < to_timestamp($1::float8 / 1000)', [
        clock.now() - config.number('DAILY_DAYS', 3660) * DAY_MS,
      ])
      dropped = clock.now()
    }
    const turn = async (): Promise<void> => {
      for (let more = true; more && !ended; ) {
        const rolled = await rollUp(platform, DEFAULT_ZONE)
        more = rolled > 0 || (await closeHour(platform, clock.now(), DEFAULT_ZONE))
      }
      await drop()
    }
    const running = (async () => {
      while (!ended) {
        await turn().catch((thrown: unknown) => log.error('telemetry not rolled up', { why: String(thrown) }))
        if (ended) break
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, EVERY_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    })()
    return async () => {
      ended = true
      wake()
      await running
    }
  },
}
