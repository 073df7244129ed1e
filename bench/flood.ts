import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { openFarm } from './ingest.ts'
import { deviceId, fillLamps, PER_GATEWAY, TENANT } from './lamps.ts'
import type { Figure } from './measure.ts'
import { median, quantile } from './measure.ts'
import { startProduct } from './product.ts'

const LAMPS = 100_000
const PER_BOX = 150
/** Limit of opening the alarms, ms. */
const OPEN_MS = 5000
const POLL_MS = 50
const COMMANDS = 40
const WAIT_MS = 120_000
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Switch boxes of 150 lamps in three loops. Every lamp has reported. */
const fillSupply = async (owner: pg.Client): Promise<void> => {
  const boxes = Math.ceil(LAMPS / PER_BOX)
  await owner.query(
    `insert into cabinets_switchbox (id, tenant_id, name, sn) select 7400000000000000000 + n, '${TENANT}', 'box ' || n, 'BB' || n from generate_series(0, ${boxes - 1}) n`,
  )
  await owner.query(`insert into cabinets_loop (id, tenant_id, name, no, phase, switchbox_id)
    select 7500000000000000000 + n * 3 + l, '${TENANT}', 'loop ' || l, l + 1, l + 1, 7400000000000000000 + n from generate_series(0, ${boxes - 1}) n, generate_series(0, 2) l`)
  await owner.query(`insert into cabinets_feed (device_id, loop_id, tenant_id)
    select 7100000000000000000 + n, 7500000000000000000 + n / ${PER_BOX} * 3 + n % 3, '${TENANT}' from generate_series(0, ${LAMPS - 1}) n`)
  await owner.query('update devices_state set reported_at = now(), received_at = now(), online = true, state = 1, power = 100')
  // Nobody plays the gateways of the demo here, so that they have never been seen.
  await owner.query("update devices_gateway set last_seen = null, online = false where sn not like 'BG%'")
  await owner.query(
    "update devices_state set received_at = null where device_id in (select device_id from devices_registry where gateway_sn not like 'BG%')",
  )
  await owner.query('vacuum analyze')
}

const IDLE_LOOKS = 120
/** Waits until the server has sent no long statement for 6 s. After the start it diagnoses the nights of the new lamps; what it asks every second is short. */
const settled = async (owner: pg.Client): Promise<void> => {
  for (let idle = 0; idle < IDLE_LOOKS; await wait(POLL_MS)) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid() and query_start < clock_timestamp() - interval '200 ms'`,
    )
    idle = rows[0]?.n === 0 ? idle + 1 : 0
  }
}

/** Seconds that a loss of supply must last before an incident opens: without a delay, and by default (domains/alarms/server/alarms.task.ts). */
const DELAYS = [0, 10]

/**
 * 100,000 lamps lose their supply at once, and 2,500 gateways, which have another supply, send the last message of each: when their alarms and the incident are
 * there, and what commands take meanwhile.
 */
const measure = async (delay: number): Promise<Figure> => {
  const product = await startProduct({ DEMO_DEVICES: '0', INCIDENT_OPENS_SECONDS: String(delay) })
  const owner = await connectTo(product.databaseUrl)
  try {
    await fillLamps(owner, LAMPS)
    await fillSupply(owner)
    const farm = await openFarm(product.brokerPort, LAMPS / PER_GATEWAY)
    await farm.prepare({
      kind: 'gasp',
      gateways: LAMPS / PER_GATEWAY,
      readings: 1,
      rowsPerMessage: PER_GATEWAY,
      from: Date.now(),
      stepMs: 1000,
    })
    const operator = await product.signIn(TENANT, 'operator')
    const command = async (n: number): Promise<number> => {
      const began = performance.now()
      await operator.post('/api/blade-city/controller/batch/command', {
        command: 'dim',
        level: 30 + (n % 50),
        reason: 'bench',
        selector: { controllerIds: [deviceId(n)] },
      })
      return performance.now() - began
    }
    await settled(owner)
    const calm: number[] = []
    for (let n = 0; n < COMMANDS; n++) calm.push(await command(n))
    const count = async (sql: string): Promise<number> => Number((await owner.query<{ n: string }>(sql)).rows[0]?.n)
    // The same rows by one statement without the slice: the limit.
    await owner.query('create table flood_limit (like alarms_alarm including all)')
    const limitBegan = performance.now()
    await owner.query(`insert into flood_limit (id, tenant_id, device_id, sub_alarm_type, present, dispose, began_at)
      select device_id, tenant_id, device_id, 16, true, 0, now() from devices_registry where type = 4`)
    const limit = performance.now() - limitBegan
    await owner.query('drop table flood_limit')

    // The kept total tells at no cost when it is time to count: counting 100,000 alarms four times a second would slow what is measured.
    const total = () =>
      count(
        `select coalesce(sum(n), 0) as n from kit_counter where tenant_id = '${TENANT}' and resource = 'alarms_alarm' and project_id = -1`,
      )
    const before = await total()

    const began = performance.now()
    const sending = farm.run()
    const flooded: number[] = []
    let [opened, explained] = [Number.NaN, Number.NaN]
    const commands = (async () => {
      for (let n = 0; Number.isNaN(explained + opened) && performance.now() - began < WAIT_MS; n++) {
        flooded.push(await command(n))
        await wait(POLL_MS)
      }
    })()
    while (Number.isNaN(explained + opened) && performance.now() - began < WAIT_MS) {
      if (
        Number.isNaN(explained) &&
        (await count('select count(*) as n from alarms_incident where state in (0, 1) and lost > 0 and not is_deleted')) > 0
      )
        explained = performance.now() - began
      if (
        Number.isNaN(opened) &&
        (await total()) >= before + LAMPS &&
        (await count('select count(*) as n from alarms_alarm where present and sub_alarm_type = 16')) >= LAMPS
      )
        opened = performance.now() - began
      await wait(POLL_MS)
    }
    await commands
    const sent = await sending
    farm.stop()
    const incidents = await owner.query<{ cause: number; n: string; lost: string }>(
      'select cause, count(*) as n, sum(lost) as lost from alarms_incident where state in (0, 1) and not is_deleted group by cause',
    )
    const quiet = await count('select count(*) as n from alarms_alarm where present and sub_alarm_type = 16 and incident_id is not null')
    const words = incidents.rows.map(({ cause, n, lost }) => `${n} of cause ${cause} with ${lost} devices`).join(', ')
    const most = OPEN_MS + delay * 1000
    return {
      name: `${LAMPS.toLocaleString('en')} devices lose their supply at once, incidents after ${delay} s: time until each has its alarm and the incident is open`,
      unit: 'ms',
      ours: Math.max(opened, explained),
      limit,
      ratio: Math.max(opened, explained) / limit,
      aim: `≤ ${most} ms`,
      rounds: [Math.max(opened, explained) / limit],
      notes: [
        `the gateways sent ${sent.messages.toLocaleString('en')} messages with ${sent.rows.toLocaleString('en')} events, acknowledged within ${Math.round(sent.ms)} ms`,
        'limit: the same rows by one insert into a table with the same indexes, in the same run',
        `each alarm open after ${Math.round(opened)} ms, the first incident after ${Math.round(explained)} ms; when the last alarm was open: ${words || 'none'}; ${quiet.toLocaleString('en')} alarms carry their incident`,
        `a command to one lamp is accepted in ${Math.round(median(calm))} ms (95th percentile ${Math.round(quantile(calm, 0.95))} ms) before, and in ${Math.round(median(flooded))} ms (${Math.round(quantile(flooded, 0.95))} ms) meanwhile, ${flooded.length} commands`,
      ],
      verdict: [
        Math.max(opened, explained) <= most ? 'aim met' : `aim missed: alarms ${Math.round(opened)}, incident ${Math.round(explained)} ms`,
      ],
    }
  } finally {
    await owner.end()
    await product.stop()
  }
}

export const run = async (): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const delay of DELAYS) figures.push(await measure(delay))
  return figures
}
