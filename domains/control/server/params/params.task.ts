import { deviceTypesPort, GATEWAYS_CONNECTED, PARAMS_HELD } from '@lamplight/devices/model'
import { isRefusal } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { arrayOf, type Platform, type Task } from '@lamplight/server-kit'
import { GAVE_UP, PARAM_STATUS } from '../../model/index.ts'
import { familiesIn, RETRY_AT } from './param-answers.ts'
import { secretsOf } from './param-secrets.ts'
import { sendAgain } from './param-send.ts'

const EVERY_MS = 5000
const DEVICES_A_TURN = 5000
/** When gateways reconnect, waiting values are sent at random times within this time, ms, to spread the load. */
const SPREAD_MS = 60_000

const { pending, waiting, inSync, accepted, drifted } = PARAM_STATUS

/** Sets rows to `waiting` whose batch has ended without an answer of their device. `$1` now, `$2` families that are never sent again. */
const OVER = `
update control_param p set status = ${waiting}, attempts = least(p.attempts + 1, 30), next_at = ${RETRY_AT('p.attempts + 1', '$1')}
from control_batch b
where p.status = ${pending} and b.id = p.batch_id and b.ended = b.total and p.family <> all($2::text[])
  and b.id = any(array(select distinct batch_id from control_param where status = ${pending}))`

/** Dangerous values without an answer are not sent again: a person decides. `$1` families. */
const UNKNOWN = `
update control_param p set status = ${drifted}, code = 'noAnswer', drift = true, next_at = null
from control_batch b where p.status = ${pending} and b.id = p.batch_id and b.ended = b.total and p.family = any($1::text[])
  and b.id = any(array(select distinct batch_id from control_param where status = ${pending}))`

/**
 * After this many attempts (1, 2, 4 … 360 minutes apart, 15 hours in total) the platform stops sending a value; the value is then drift.
 */
const MOST_ATTEMPTS = 10
/** A device is silent if it has reported nothing for this long. Sending begins again when it reports. */
const SILENT = "interval '30 minutes'"

/** Stops sending values whose attempts are used up, and marks them as drift. `$1` now. */
const GIVE_UP = `
update control_param p set status = ${drifted}, drift = true, next_at = null,
  code = case when (select s.reported_at from devices_states s where s.device_id = p.device_id) > $1::timestamptz - ${SILENT}
    then coalesce(p.code, 'noAnswer') else '${GAVE_UP}' end
where p.status = ${waiting} and p.attempts >= ${MOST_ATTEMPTS}`

/** Starts the attempts again for devices that were silent when sending stopped, and that report again. `$1` now. */
const RESUME = `
update control_param p set status = ${waiting}, attempts = 0, next_at = $1, code = null
from devices_states s where p.status = ${drifted} and p.code = '${GAVE_UP}' and s.device_id = p.device_id and s.reported_at > $1::timestamptz - ${SILENT}`

/**
 * Up to `$2` rows to send at `$1`: their retry time has come, the device is activated, and its gateway is connected or a driver reaches it.
 * Retry times vary at random. Devices that wait for the same value, and whose retry time follows within this variation, join the same
 * batch.
 */
const DUE = `
with due as (select distinct wanted_id from control_param where status = ${waiting} and next_at <= $1)
select p.device_id::text as device_id, p.family, p.tenant_id, p.wanted_id::text as wanted_id, p.batch_id::text as batch_id, r.type, w.value
from control_param p join control_value w on w.id = p.wanted_id
join devices_registered r on r.device_id = p.device_id and r.activated left join devices_gateways g on g.id = r.gateway_id
where (g.online and g.holds_sn or position('/' in r.gateway_sn) > 0) and p.status = ${waiting} and p.wanted_id in (select wanted_id from due)
  and p.next_at <= $1::timestamptz + least(power(2, p.attempts), 360) * 0.4 * interval '1 minute' order by p.next_at limit $2`

/** Moves the retry time of waiting rows behind the gateways `$1` to `$2` plus up to `$3` ms. */
const SOON = `
update control_param p set next_at = least(p.next_at, $2::timestamptz + (abs(hashint8(p.device_id)) % $3) * interval '1 ms')
from devices_registered r where r.gateway_sn = any($1) and p.device_id = r.device_id and p.status = ${waiting}`

/**
 * Sets rows to `waiting` if the hash in the hello differs from the hash of the wanted value. `$1` serial numbers, `$2` families, `$3` hashes,
 * `$4` gateway, `$5` now, `$6` spread in ms, `$7` tenant. Values of the dangerous families `$8`, and those that were sent as dangerous, are not sent again:
 * the device has returned to its old one.
 */
const LOST = `
update control_param p set status = case when risky then ${drifted} else ${waiting} end, drift = true, attempts = 0, code = case when risky then 'rolledBack' else p.code end,
  next_at = case when not risky then $5::timestamptz + (abs(hashint8(p.device_id)) % $6) * interval '1 ms' end
from unnest($1::text[], $2::text[], $3::text[]) as h (sn, family, hash)
join devices_registered r on r.tenant_id = $7 and r.sn = h.sn and r.gateway_sn = $4
cross join lateral (select h.family = any($8::text[]) or exists (select from control_wave v join control_param o on o.batch_id = v.batch_id
  where o.device_id = r.device_id and o.family = h.family) as risky) d
where p.device_id = r.device_id and p.family = h.family and p.status in (${inSync}, ${accepted})
  and (select w.hash from control_value w where w.id = p.wanted_id) <> h.hash`

interface DueRow {
  readonly device_id: string
  readonly family: string
  readonly tenant_id: string
  readonly wanted_id: string
  readonly batch_id: string
  readonly type: number
  readonly value: ParamValue
}

/** Families whose every set is dangerous. */
const riskyIn = (platform: Platform): string[] =>
  [...familiesIn(platform).values()].filter(({ risky }) => risky === true).map(({ name }) => name)

/** Sends values that are due, one batch per value. Returns the number of devices. */
export const sendDue = async (platform: Platform): Promise<number> => {
  const { system, clock } = platform
  const now = new Date(clock.now())
  const risky = riskyIn(platform)
  await system.query(OVER, [now, risky])
  await system.query(UNKNOWN, [risky])
  await system.query(GIVE_UP, [now])
  await system.query(RESUME, [now])
  const due = await system.query<DueRow>(DUE, [now, DEVICES_A_TURN])
  const families = familiesIn(platform)
  for (const rows of Map.groupBy(due, (row) => `${row.tenant_id} ${row.wanted_id} ${row.type}`).values()) {
    const [first] = rows
    const family = first && families.get(first.family)
    const type = first && platform.port(deviceTypesPort).typeOf(first.type)
    if (!first || !family || !type) continue
    await sendAgain(
      platform,
      first.tenant_id,
      { family, op: 'set', value: first.value, again: first.batch_id, type, wantedId: first.wanted_id },
      rows.map((row) => row.device_id),
    ).catch((thrown: unknown) => {
      if (!isRefusal(thrown)) throw thrown
    })
  }
  return due.length
}

/** Sends wanted values again after a batch without an answer, and when a hello contains another hash. */
export const paramsTask: Task = {
  name: 'control.params',
  role: 'schedule',
  start: async (platform) => {
    const { system, clock, bus, log } = platform
    let running: Promise<unknown> = Promise.resolve()
    let busy = false
    const turn = (): void => {
      if (busy) return
      busy = true
      running = sendDue(platform)
        .catch((why: unknown) => log.error('wanted values were not sent again', { why: String(why) }))
        .finally(() => {
          busy = false
        })
    }
    const timer = setInterval(turn, EVERY_MS)
    const spread = Math.min(SPREAD_MS, platform.config.number('COMMAND_RESEND_SECONDS', 10) * 6000)
    const offs = [
      bus.on(GATEWAYS_CONNECTED, async ({ gatewaySns }) => {
        await system.query(SOON, [arrayOf([...gatewaySns]), new Date(clock.now()), spread])
      }),
      bus.on(PARAMS_HELD, async ({ tenantId, gatewaySn, held: all }) => {
        // The wanted value of a secret is a digest; its hash says nothing about the device's value.
        const families = familiesIn(platform)
        const held = all.filter(({ family }) => !secretsOf(families.get(family) ?? { fields: {} }).length)
        await system.query(LOST, [
          arrayOf(held.map(({ sn }) => sn)),
          arrayOf(held.map(({ family }) => family)),
          arrayOf(held.map(({ hash }) => hash)),
          gatewaySn,
          new Date(clock.now()),
          spread,
          tenantId,
          riskyIn(platform),
        ])
      }),
    ]
    return async () => {
      clearInterval(timer)
      for (const off of offs) off()
      await running
    }
  },
}
