import { entryOf, type Program } from '@lamplight/calendar'
import { commandsPort, controllerType } from '@lamplight/devices/model'
import { exampleDevice, pick } from '@lamplight/kit'
import { switchEventOf } from '@lamplight/protocol'
import { A, formatTime, route, T } from '@lamplight/server-kit'
import { strategiesErrors } from '../model/index.ts'
import { CALENDAR_STATES, calendarStateOf } from './calendar-state.ts'
import { controllersOf } from './targets.ts'
import { entryWords } from './why.handler.ts'

const SNS_AT_MOST = 200
const EVENTS = 'events'

interface Row {
  readonly id: string
  readonly sn: string
  readonly texts: Readonly<Record<string, unknown>> | null
  /** The calendar that the device holds. Until the last published calendar has reached the device, this is the one before it. */
  readonly program: Program | null
}
const ROWS = `select r.device_id::text as id, r.sn, v.texts,
    case when ${calendarStateOf('p')} = ${CALENDAR_STATES.inEffect} or former.id is null then c.program else former.program end as program
  from devices_registered r
  left join devices_values v on v.device_id = r.device_id left join strategies_device d on d.device_id = r.device_id
  left join control_param_states p on p.device_id = r.device_id and p.family = 'calendar'
  left join strategies_calendar c on c.id = d.calendar_id left join strategies_calendar former on former.id = d.former_calendar_id
  where r.device_id = any($1::bigint[]) order by r.sn`

/** A report belongs to an event of the same level if it came within this time of it, ms. */
const NEAR_MS = 2 * 3_600_000
interface Received {
  readonly id: string
  readonly at: number
  readonly level: number
}
const RECEIVED = `select device_id::text as id, (extract(epoch from seen_at) * 1000)::float8 as at, level from strategies_switch
  where device_id = any($1::bigint[]) and at >= $2 order by at`
/** Seconds by which the server heard of an event later (positive) or earlier than the device's clock says; null if it did not. */
const lagOf = (received: readonly Received[], event: { readonly at: number; readonly level: number }): number | null => {
  const near = received.filter(({ level, at }) => level === event.level && Math.abs(at - event.at) <= NEAR_MS)
  const [first] = near.toSorted((a, b) => Math.abs(a.at - event.at) - Math.abs(b.at - event.at))
  return first ? Math.round((first.at - event.at) / 1000) : null
}

/**
 * Asks controllers for their last switch events (slice E1, answer 9) and answers those that they told before, with the words of the switch point: the
 * answers to this call arrive a moment later, and the next call has them. Written by hand: it sends a command and reads values of devices.
 */
export const eventsRoute = route({
  method: 'GET',
  path: '/api/blade-strategy/workstrategy/readWorkStrategyEventBatch',
  summary: ['读取策略事件', 'Read the strategy events of controllers'],
  example: { query: { sns: exampleDevice({ name: 'sn.controller' }) } },
  permission: 'strategycalendar_read',
  query: T.Object({
    sns: T.String({ minLength: 1, maxLength: 20_000, description: 'comma-joined' }),
    /** 0: only answers what is known. */
    read: T.Optional(T.Integer({ minimum: 0, maximum: 1 })),
  }),
  returns: A.of({
    batchId: A.nullable(A.id),
    commandRecordId: A.nullable(A.id),
    total: A.int,
    records: A.list(
      A.of({
        controllerId: A.id,
        sn: A.text,
        events: A.list(
          A.of({ at: A.time, level: A.number, reason: A.text, entry: A.int, special: A.int, text: A.text, lag: A.nullable(A.int) }),
        ),
      }),
    ),
  }),
  handler: async ({ ctx, query }) => {
    const sns = [...new Set(query.sns.split(',').map((sn) => sn.trim()))].filter((sn) => sn !== '').slice(0, SNS_AT_MOST)
    const named = await ctx.query<{ id: string }>(
      'select device_id::text as id from devices_registered where sn = any($1::text[]) and type = $2',
      [sns, controllerType.code],
    )
    const deviceIds = await controllersOf(
      ctx,
      named.map(({ id }) => id),
    )
    if (deviceIds.length === 0) throw strategiesErrors.noDevices({}, 'sns')
    const batch =
      query.read === 0
        ? null
        : await ctx.platform.port(commandsPort).send(ctx, { type: controllerType, cmd: 'readEvents', args: {}, deviceIds }, null)
    const rows = await ctx.query<Row>(ROWS, [deviceIds])
    const eventsOf = ({ texts }: Row) => {
      const told = texts?.[EVENTS]
      return (Array.isArray(told) ? (told as string[]) : []).flatMap((text) => switchEventOf(text) ?? [])
    }
    const first = Math.min(...rows.flatMap((row) => eventsOf(row).map(({ at }) => at)))
    const received = Number.isFinite(first)
      ? Map.groupBy(await ctx.query<Received>(RECEIVED, [deviceIds, new Date(first - NEAR_MS)]), (one) => one.id)
      : new Map<string, Received[]>()
    const records = rows.map((row) => {
      const { id, sn, program } = row
      const events = eventsOf(row)
      return {
        controllerId: id,
        sn,
        events: events.map(({ at, level, reason, entry, special }) => {
          const found = program && reason === 'program' ? entryOf(program, { entry, special }) : undefined
          return {
            at: formatTime(at, ctx.zone),
            level,
            reason,
            entry,
            special,
            text: found ? pick(entryWords(found), ctx.lang) : '',
            lag: lagOf(received.get(id) ?? [], { at, level }),
          }
        }),
      }
    })
    return { batchId: batch?.batchId ?? null, commandRecordId: batch?.commandRecordId ?? null, total: deviceIds.length, records }
  },
})
