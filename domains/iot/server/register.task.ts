import { deviceTypesPort } from '@lamplight/devices/model'
import { OutboundError, type Platform, type Task } from '@lamplight/server-kit'
import { FAILED, REGISTERED } from '../model/index.ts'
import { createPlatformClient, openPlatform } from './platform-client.ts'

const EVERY_MS = 2000
const AT_ONCE = 50
/** Wait after the first failure, ms; it doubles with each further one. */
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 3_600_000
/** After this number of attempts a person has to start the next one. */
const TRIES = 12
const REASON_MOST = 200

interface Due {
  readonly id: string
  readonly imei: string
  readonly name: string | null
  readonly ocId: string
  readonly tries: number
  readonly nextTry: Date
  readonly type: number | null
}
const DUE = `select r.id::text as id, r.imei, r.name, r.oc_id::text as "ocId", coalesce(r.register_tries, 0) as tries, r.next_try as "nextTry", d.type
  from iot_registration r left join devices_registered d on d.device_id = r.device_id
  where r.next_try <= $1 and not r.is_deleted order by r.next_try limit ${AT_ONCE}`
/** `next_try` is compared (to the ms that a JavaScript date has), because a user may have chosen another platform meanwhile. */
const DONE = `update iot_registration set register_status = $3::smallint, register_reason = $4, register_tries = $5, next_try = $6,
  registered_at = case when $3::smallint = ${REGISTERED} then $7::timestamptz end where id = $1 and date_trunc('milliseconds', next_try) = $2`

/** The reason in the answer of a platform: its `reason`, `msg` or `message`, else the status. */
const reasonOf = async (response: Response): Promise<string> => {
  const body: unknown = await response.json().catch(() => null)
  const { reason, msg, message } = (body ?? {}) as Record<string, unknown>
  const text = [reason, msg, message].find((one) => typeof one === 'string' && one !== '')
  return text
    ? `HTTP ${response.status}: ${String(text).replaceAll('\u0000', '').toWellFormed().slice(0, REASON_MOST)}`
    : `HTTP ${response.status}`
}

type Client = ReturnType<typeof createPlatformClient>

/** Registers due devices at one platform, one after the other. If the platform cannot be reached, the attempt fails for all of them. */
const registerAt = async (platform: Platform, client: Client, ocId: string, due: readonly Due[]): Promise<void> => {
  const { system, clock } = platform
  const to = await openPlatform(platform, ocId)
  const types = platform.port(deviceTypesPort)
  let away: string | null = to ? null : 'no platform'
  const attempt = async ({ imei, name, type: code }: Due): Promise<string | null> => {
    const type = types.typeOf(code ?? 0)
    if (!to || away !== null) return away
    if (!type) return 'no device'
    const { name: product, properties, commands, events } = type
    try {
      const response = await client.post(to, 'devices', { imei, name: name ?? '', product, model: { properties, commands, events } })
      return response.ok ? null : await reasonOf(response)
    } catch (thrown) {
      if (!(thrown instanceof OutboundError)) throw thrown
      away = thrown.message.slice(0, REASON_MOST)
      return away
    }
  }
  for (const row of due) {
    const reason = await attempt(row)
    const tries = row.tries + 1
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    const again = reason === null || tries >= TRIES ? null : new Date(clock.now() + wait)
    const status = reason === null ? REGISTERED : FAILED
    await system.query(DONE, [row.id, row.nextTry, status, reason, tries, again, new Date(clock.now())])
  }
}

/** Registers the devices that are due, at several platforms side by side. Returns their number. */
const registerDue = async (platform: Platform, client: Client): Promise<number> => {
  const due = await platform.system.query<Due & Record<string, unknown>>(DUE, [new Date(platform.clock.now())])
  await platform.port(deviceTypesPort).need(due.flatMap(({ type }) => type ?? []))
  await Promise.all([...Map.groupBy(due, ({ ocId }) => ocId)].map(([ocId, rows]) => registerAt(platform, client, ocId, rows)))
  return due.length
}

/** Registers IMEIs at the platforms of operators, and tries again after failures. */
export const registerTask: Task = {
  name: 'iot.register',
  role: 'schedule',
  start: async (platform) => {
    const client = createPlatformClient(platform)
    let running: Promise<void> | undefined
    let ended = false
    const run = async (): Promise<void> => {
      while (!ended && (await registerDue(platform, client)) === AT_ONCE);
    }
    const timer = setInterval(() => {
      running ??= run()
        .catch((thrown: unknown) => platform.log.warn('devices were not registered at a platform', { why: String(thrown) }))
        .finally(() => {
          running = undefined
        })
    }, EVERY_MS)
    return async () => {
      ended = true
      clearInterval(timer)
      await running
    }
  },
}
