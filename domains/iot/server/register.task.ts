import { deviceTypesPort } from '@lamplight/devices/model'
import { OutboundError, type Platform, type Task } from '@lamplight/server-kit'
import { FAILED, REGISTERED } from '../model/index.ts'
import { createPlatformClient, openPlatform } from './platform-client.ts'

const EVERY_MS = 2000
/** Number of platforms to which this task sends requests at the same time. */
const PLATFORMS_AT_ONCE = 16
/** Largest number of devices in one batch of a platform. After a batch, the platform that has waited longest is next. */
const DEVICES_IN_TURN = 50
/** Wait after the first failure, ms; it doubles with each further one. */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 3_600_000
/** After this number of attempts the task stops. The action `register` starts again. */
const TRIES = 12
const REASON_MOST = 200

interface Place {
  readonly id: string
  readonly tenantId: string
}
interface Due {
  readonly id: string
  readonly imei: string
  readonly name: string | null
  readonly tries: number
  readonly nextTry: Date
  readonly type: number | null
}
/** Platforms with due devices, ordered by the earliest `next_try` of each. The subquery reads one entry of the index `iot_registration_due` per platform. */
const PLATFORMS = `select o.id::text as id, o.tenant_id as "tenantId" from iot_oc o
  cross join lateral (select r.next_try from iot_registration r where r.tenant_id = o.tenant_id and r.oc_id = o.id and r.next_try <= $1 and not r.is_deleted
    order by r.next_try limit 1) due
  where o.id <> all($2::bigint[]) order by due.next_try limit $3`
/** Rows with the same `next_try` have a random order. Otherwise a device whose request always times out could be first in every batch and block the others. */
const DUE = `select r.id::text as id, r.imei, r.name, coalesce(r.register_tries, 0) as tries, r.next_try as "nextTry", d.type
  from iot_registration r left join devices_registered d on d.device_id = r.device_id
  where r.tenant_id = $1 and r.oc_id = $2 and r.next_try <= $3 and not r.is_deleted order by r.next_try, random() limit ${DEVICES_IN_TURN}`
/** The update needs the same `next_try` as was read, because a user may have chosen another platform meanwhile. A JavaScript date has ms only. */
const DONE = `update iot_registration set register_status = $3::smallint, register_reason = $4, register_tries = $5, next_try = $6,
  registered_at = case when $3::smallint = ${REGISTERED} then $7::timestamptz end where id = $1 and date_trunc('milliseconds', next_try) = $2`
/** Records a failed attempt for every due device of a platform. The waits are those of a single failure. */
const FAILED_ALL = `update iot_registration set register_status = ${FAILED}, register_reason = $4, registered_at = null,
  register_tries = coalesce(register_tries, 0) + 1,
  next_try = case when coalesce(register_tries, 0) + 1 < ${TRIES}
    then $5::timestamptz + least(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} * 2 ^ coalesce(register_tries, 0)) * interval '1 ms' end
  where tenant_id = $1 and oc_id = $2 and next_try <= $3 and not is_deleted`

/** Returns a text that PostgreSQL can store: without U+0000, with no lone surrogates, at most `REASON_MOST` characters. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, REASON_MOST)

/** Returns `reason`, `msg` or `message` of a platform's answer with its HTTP status, or the status alone. */
const reasonOf = async (response: Response): Promise<string> => {
  const body: unknown = await response.json().catch(() => null)
  const { reason, msg, message } = (body ?? {}) as Record<string, unknown>
  const text = [reason, msg, message].find((one) => typeof one === 'string' && one !== '')
  return text ? `HTTP ${response.status}: ${storable(String(text))}` : `HTTP ${response.status}`
}

type Client = ReturnType<typeof createPlatformClient>

/** Registers one batch of due devices at a platform. Resolves with their number. Rejects at the first network error, and if the platform cannot be read. */
const registerAt = async (platform: Platform, client: Client, { id, tenantId }: Place, signal: AbortSignal): Promise<number> => {
  const { system, clock } = platform
  const to = await openPlatform(platform, tenantId, id)
  if (!to) throw new OutboundError('failed', 'no platform')
  const due = await system.query<Due>(DUE, [tenantId, id, new Date(clock.now())])
  const types = platform.port(deviceTypesPort)
  await types.need(due.flatMap(({ type }) => type ?? []))
  const attempt = async ({ imei, name, type: code }: Due): Promise<string | null> => {
    const type = types.typeOf(code ?? 0)
    if (!type) return 'no device'
    const { name: product, properties, commands, events } = type
    const payload = { imei, name: name ?? '', product, model: { properties, commands, events } }
    const response = await client.post(to, 'devices', payload, { signal })
    return response.ok ? null : reasonOf(response)
  }
  for (const row of due) {
    const reason = await attempt(row)
    const tries = row.tries + 1
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    const again = reason === null || tries >= TRIES ? null : new Date(clock.now() + wait)
    const status = reason === null ? REGISTERED : FAILED
    await system.query(DONE, [row.id, row.nextTry, status, reason, tries, again, new Date(clock.now())])
  }
  return due.length
}

/**
 * Sends the batches of several platforms at the same time. A platform whose batch is running is skipped, so no platform waits for another. Any error of a batch,
 * such as a time-out or a token that cannot be sent, is recorded as a failed attempt of that platform's devices only.
 */
const createRegistrar = (platform: Platform) => {
  const { system, clock, log } = platform
  const client = createPlatformClient(platform)
  const working = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  const work = async (place: Place): Promise<boolean> => {
    const began = new Date(clock.now())
    try {
      return (await registerAt(platform, client, place, stopped.signal)) === DEVICES_IN_TURN
    } catch (thrown) {
      if (stopped.signal.aborted) return false
      const isOutside = thrown instanceof OutboundError
      if (!isOutside) log.warn('devices were not registered at a platform', { oc: place.id, why: String(thrown) })
      const reason = isOutside ? storable(thrown.message) : 'internal error'
      await system.query(FAILED_ALL, [place.tenantId, place.id, began, reason, new Date(clock.now())])
      return false
    }
  }
  const fill = async (): Promise<void> => {
    const room = PLATFORMS_AT_ONCE - working.size
    if (room <= 0 || stopped.signal.aborted) return
    for (const place of await system.query<Place>(PLATFORMS, [new Date(clock.now()), [...working.keys()], room])) {
      if (working.has(place.id) || stopped.signal.aborted) continue
      const turn = work(place)
        .catch((thrown: unknown) => void log.warn('an attempt to register devices was not recorded', { oc: place.id, why: String(thrown) }))
        .then((hasMore) => {
          working.delete(place.id)
          if (hasMore) void refill()
        })
      working.set(place.id, turn)
    }
  }
  let filling: Promise<void> | undefined
  const refill = async (): Promise<void> => {
    filling ??= fill()
      .catch((thrown: unknown) => log.warn('platforms with due devices were not read', { why: String(thrown) }))
      .finally(() => {
        filling = undefined
      })
    await filling
  }
  return {
    refill,
    stop: async (): Promise<void> => {
      stopped.abort()
      await filling
      await Promise.all(working.values())
    },
  }
}

/** Registers IMEIs at the platforms of operators, and tries again after failures. */
export const registerTask: Task = {
  name: 'iot.register',
  role: 'schedule',
  start: async (platform) => {
    const registrar = createRegistrar(platform)
    const timer = setInterval(() => void registrar.refill(), EVERY_MS)
    return async () => {
      clearInterval(timer)
      await registrar.stop()
    }
  },
}
