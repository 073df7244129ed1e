// A leap year of single days and nights of 100,000 lamps, by formulas, so that another database can hold the same rows.
import type pg from 'pg'
import { fillLamps, TENANT } from '../lamps.ts'

export const LAMPS = 100_000
const PER_STREET = 50
const PER_AREA = 500
export const AREAS = LAMPS / PER_AREA
export const STREETS = LAMPS / PER_STREET
const PER_PROJECT = 10
const SUPPLIERS = 3
export const DAYS = 366
export const FROM = '2024-01-01'
export const TO = '2024-12-31'
export const [AREA, STREET, DEVICE] = ['7050000000000000000', '7060000000000000000', '7100000000000000000']
const [PROJECT, SUPPLIER] = ['7000000000000000100', '7040000000000000000']

/** Values of lamp `n` on day `d`, as SQL of both databases: mWh and ms. One lamp in 200 is silent. */
export const VALUES = {
  silent: '(n * 3 + d) % 200 = 0',
  energy: '600000 + (n * 7 + d * 13) % 50000',
  on_ms: '39600000 + (n + d) % 100000',
  online_ms: '86400000 - (n * 31 + d * 17) % 3600000',
} as const
const PLACE = `${PROJECT} + n / ${PER_AREA * PER_PROJECT}, ${AREA} + n / ${PER_AREA}, ${SUPPLIER} + n % ${SUPPLIERS}`
const MONTHS = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01`)

const fillPlaces = async (run: (sql: string) => Promise<void>): Promise<void> => {
  await run(`insert into places_project (id, tenant_id, name, type, sort) select ${PROJECT} + n, '${TENANT}', 'Project ' || n, 2, n
    from generate_series(0, ${AREAS / PER_PROJECT - 1}) n`)
  await run(`insert into places_area (id, tenant_id, area_name, area_code, sort) select ${AREA} + n, '${TENANT}', 'Area ' || n, 'Y' || n, n
    from generate_series(0, ${AREAS - 1}) n`)
  await run(
    `insert into devices_supplier (id, tenant_id, name) select ${SUPPLIER} + n, '${TENANT}', 'Supplier ' || n from generate_series(0, ${SUPPLIERS - 1}) n`,
  )
  await run(
    `insert into lighting_street (id, tenant_id, name) select ${STREET} + n, '${TENANT}', 'Street ' || n from generate_series(0, ${STREETS - 1}) n`,
  )
  await run(
    `insert into lighting_post (id, tenant_id, name, street_id) select ${STREET} + n, '${TENANT}', 'Post ' || n, ${STREET} + n from generate_series(0, ${STREETS - 1}) n`,
  )
  await run(
    `update lighting_lamp set post_id = ${STREET} + (controller_id - ${DEVICE}) / ${PER_STREET} where tenant_id = '${TENANT}' and controller_id is not null`,
  )
}

/** Days and nights of single lamps, month by month. */
const fillDays = async (run: (sql: string) => Promise<void>): Promise<void> => {
  for (const month of MONTHS) {
    await run(`select devices_rollup_partition('${month}')`)
    await run(`select reports_partition('${month}')`)
    const rows = `from generate_series('${month}'::date, '${month}'::date + interval '1 month' - interval '1 day', interval '1 day') at
      cross join lateral (select at::date as day, at::date - '${FROM}'::date as d) x cross join generate_series(0, ${LAMPS - 1}) n`
    await run(`insert into devices_daily (tenant_id, device_id, day, readings, powers, power_sum, energy, on_ms, online_ms, project_id, area_id, supplier_id)
      select '${TENANT}', ${DEVICE} + n, day, 48, 24, 2400000, ${VALUES.energy}, ${VALUES.on_ms}, ${VALUES.online_ms}, ${PLACE} ${rows} where not (${VALUES.silent})`)
    await run(`insert into reports_lamp_night (tenant_id, day, device_id, project_id, area_id, supplier_id, due_ms, known_ms, lit_ms, silent)
      select '${TENANT}', day, ${DEVICE} + n, ${PLACE}, 39600000, v.known, v.known - case when (n * 11 + d) % 50 = 0 then least(v.known, 3600000) else 0 end, ${VALUES.silent} ${rows}
      cross join lateral (select case when ${VALUES.silent} then 0 else 39600000 - (n + d) % 7 * 60000 end as known) v`)
  }
}

/** The sums by place that the rollups of the readings, of the nights and of the costs keep. */
const fillSums = async (run: (sql: string) => Promise<void>): Promise<void> => {
  const sums = ['devices', 'due', 'energy', 'on_ms', 'online_ms', 'due_ms']
  const added = sums.map((column) => `sum(${column})`).join(', ')
  await run(`insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, ${sums.join(', ')})
    select tenant_id, day, project_id, area_id, supplier_id, sum(devices), count(*), sum(energy), sum(on_ms), sum(online_ms), count(*) * 86400000 from reports_device_days
    where tenant_id = '${TENANT}' and day between '${FROM}' and '${TO}' group by 1, 2, 3, 4, 5`)
  await run(`insert into devices_area_daily (tenant_id, day, project_id, area_id, supplier_id, ${sums.join(', ')})
    select tenant_id, day - 366, project_id, area_id, supplier_id, ${sums.join(', ')} from devices_area_daily where tenant_id = '${TENANT}' and day between '${FROM}' and '${TO}'`)
  await run(`insert into devices_area_monthly (tenant_id, day, project_id, area_id, supplier_id, ${sums.join(', ')})
    select tenant_id, date_trunc('month', day)::date, project_id, area_id, supplier_id, ${added} from devices_area_daily where tenant_id = '${TENANT}' and day <= '${TO}' group by 1, 2, 3, 4, 5`)
  await run(`insert into devices_project_daily (tenant_id, day, project_id, supplier_id, ${sums.join(', ')})
    select tenant_id, day, project_id, supplier_id, ${added} from devices_area_daily where tenant_id = '${TENANT}' and day <= '${TO}' group by 1, 2, 3, 4`)
  await run(`insert into devices_place_daily (tenant_id, day, area_id, ${sums.join(', ')})
    select tenant_id, day, area_id, ${added} from devices_area_daily where tenant_id = '${TENANT}' and day <= '${TO}' group by 1, 2, 3`)
  await run(`insert into reports_light_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
    select tenant_id, day, project_id, area_id, supplier_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms) from reports_light_lamps
    where tenant_id = '${TENANT}' and day between '${FROM}' and '${TO}' group by 1, 2, 3, 4, 5`)
  await run(`insert into reports_light_project_daily (tenant_id, day, project_id, lamps, whole, due_ms, known_ms, lit_ms, possible_ms)
    select tenant_id, day, project_id, sum(lamps), sum(whole), sum(due_ms), sum(known_ms), sum(lit_ms), sum(possible_ms) from reports_light_daily where tenant_id = '${TENANT}' group by 1, 2, 3`)
  await run(`insert into reports_charge_daily (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, money, peak, flat, valley)
    select tenant_id, day, project_id, area_id, supplier_id, devices, energy, energy * 8e-7, 0, 0, energy from devices_area_daily where tenant_id = '${TENANT}' and day between '${FROM}' and '${TO}'`)
  await run(`insert into reports_charge_project_daily (tenant_id, day, project_id, lamps, energy, money, peak, flat, valley)
    select tenant_id, day, project_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley) from reports_charge_daily where tenant_id = '${TENANT}' group by 1, 2, 3`)
  await run(`insert into reports_charge_monthly (tenant_id, day, project_id, area_id, supplier_id, lamps, energy, money, peak, flat, valley)
    select tenant_id, date_trunc('month', day)::date, project_id, area_id, supplier_id, sum(lamps), sum(energy), sum(money), sum(peak), sum(flat), sum(valley) from reports_charge_daily where tenant_id = '${TENANT}' group by 1, 2, 3, 4, 5`)
}

/** Inserts places, lamps, and all rows that reports of the year read but those of the coarser sums. */
export const fillYear = async (owner: pg.Client): Promise<void> => {
  const run = async (sql: string): Promise<void> => void (await owner.query(sql))
  await run("set work_mem = '256MB'")
  await fillLamps(owner, LAMPS)
  await fillPlaces(run)
  await fillDays(run)
  await run('vacuum analyze')
  await fillSums(run)
  await run('vacuum analyze')
  await run('reset work_mem')
}
