import type { Platform, Task } from '@lamplight/server-kit'
import { tableOf } from '@lamplight/server-kit'
import { ALARMS_CHANGED } from '../model/events.ts'
import { alarm } from '../model/index.ts'

export const ALARMS_TOPIC = 'alarms'
/** Changes of one moment are pushed together. */
const SOON_MS = 300
/** Alarms of one tenant in one push at most: consoles read counts and lists anew, so that the rest is not lost. */
const PUSHED_AT_MOST = 300
/** Rows written by a transaction that ends late are still found. */
const OVERLAP_MS = 20_000
/** An alarm is new to consoles for this time after it was opened. */
const NEW_MS = 60_000

interface Row {
  readonly id: string
  readonly changed: Date
  readonly created: Date
  readonly severity: number
  readonly kind: number
  readonly type: number
  readonly sn: string
  readonly name: string
  readonly open: boolean
}

const CHANGED = `select id::text as id, update_time as changed, create_time as created, severity::int as severity, sub_alarm_type::int as kind, alarm_type::int as type,
    sn, coalesce(name, '') as name, present and dispose = 0 and acknowledged_at is null as open
  from ${tableOf(alarm)} where tenant_id = $1 and update_time > $2 and not is_deleted order by update_time desc limit ${PUSHED_AT_MOST}`

/** Pushes alarms that changed since the last push of their tenant. */
const createAlarmPush = (platform: Pick<Platform, 'system' | 'clock' | 'live'>) => {
  /** By tenant: what was pushed, with the time of the change, and up to which time all was read. */
  const pushed = new Map<string, { since: number; rows: Map<string, number> }>()
  return async (tenantId: string): Promise<void> => {
    const now = platform.clock.now()
    const before = pushed.get(tenantId) ?? { since: now - OVERLAP_MS, rows: new Map<string, number>() }
    const rows = await platform.system.query<Row>(CHANGED, [tenantId, new Date(before.since)])
    for (const { id, changed, created, open, ...row } of rows) {
      if (before.rows.get(id) === changed.getTime()) continue
      const isNew = open && !before.rows.has(id) && now - created.getTime() < NEW_MS
      platform.live.change(tenantId, ALARMS_TOPIC, id, { ...row, open, isNew })
    }
    pushed.set(tenantId, { since: now - OVERLAP_MS, rows: new Map(rows.map(({ id, changed }) => [id, changed.getTime()])) })
  }
}

/** Pushes changed alarms to the consoles of users who see them (topic `alarms`), in one process. */
export const pushTask: Task = {
  name: 'alarms.push',
  role: 'schedule',
  start: async (platform) => {
    const push = createAlarmPush(platform)
    const dirty = new Set<string>()
    let due: NodeJS.Timeout | undefined
    let work: Promise<unknown> = Promise.resolve()
    const run = (): void => {
      due = undefined
      work = work.then(async () => {
        const tenants = [...dirty]
        dirty.clear()
        for (const tenantId of tenants) if (platform.live.listeners(tenantId, ALARMS_TOPIC) > 0) await push(tenantId)
      })
      work = work.catch((why: unknown) => platform.log.error('changed alarms were not pushed', { why: String(why) }))
    }
    const off = platform.bus.on(ALARMS_CHANGED, ({ tenantId }) => {
      dirty.add(tenantId)
      due ??= setTimeout(run, SOON_MS)
    })
    return async () => {
      off()
      clearTimeout(due)
      await work
    }
  },
}
