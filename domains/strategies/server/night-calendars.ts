import { type Calendar, createCalendar, DAY_MS, SEEN_HEAD } from '@lamplight/calendar'
import type { Platform } from '@lamplight/server-kit'
import { CELLS_PER_DEGREE } from './preview.ts'
import type { WireProgram } from './program.ts'

export const DEVICES_AT_ONCE = 2000

/** A device with the calendar that it holds, and the one that it held before. */
export interface CalendarDevice {
  readonly id: string
  readonly calendar: string
  readonly stale: string | null
  readonly lat: number
  readonly lng: number
  readonly gateway: string | null
  /** Time of its last report, epoch ms; null: unknown. */
  readonly lastReport: number | null
  readonly street: string | null
  readonly area: string | null
  readonly project: string | null
}
const DEVICES = `select d.device_id::text as id, d.calendar_id::text as calendar, d.former_calendar_id::text as stale, d.lat, d.lng,
    r.gateway_id::text as gateway, (extract(epoch from s.received_at) * 1000)::float8 as "lastReport", d.street_id::text as street, d.area_id::text as area, d.project_id::text as project
  from strategies_device d left join devices_registered r on r.device_id = d.device_id left join devices_states s on s.device_id = d.device_id
  where d.tenant_id = $1 and d.calendar_id is not null and d.lat is not null and d.lng is not null and d.published_at < $2 and d.device_id > $3
  order by d.device_id limit ${DEVICES_AT_ONCE}`

/** Devices of a tenant to which no strategy was published in the night of `day` or later, in parts. */
export const calendarDevices = async function* (
  { system }: Pick<Platform, 'system'>,
  tenantId: string,
  day: number,
): AsyncGenerator<readonly CalendarDevice[]> {
  for (let after = '0'; ; ) {
    const devices = await system.query<CalendarDevice>(DEVICES, [tenantId, new Date(day * DAY_MS), after])
    if (devices.length === 0) return
    after = devices.at(-1)!.id
    yield devices
  }
}

/** Programs by id and calendars by program and cell of the map; each is read and made once. */
export const nightCalendars = ({ system }: Pick<Platform, 'system'>) => {
  const programs = new Map<string, WireProgram>()
  const calendars = new Map<string, Calendar>()
  const programOf = async (id: string): Promise<WireProgram> => {
    const known = programs.get(id)
    if (known) return known
    const [row] = await system.query<{ program: WireProgram }>('select program from strategies_calendar where id = $1', [id])
    if (!row) throw new Error(`there is no calendar ${id}`)
    programs.set(id, row.program)
    return row.program
  }
  const calendarOf = (id: string, program: WireProgram, lat: number, lng: number): Calendar => {
    const [y, x] = [Math.round(lat * CELLS_PER_DEGREE) / CELLS_PER_DEGREE, Math.round(lng * CELLS_PER_DEGREE) / CELLS_PER_DEGREE]
    const key = `${id} ${y} ${x}`
    const known = calendars.get(key)
    if (known) return known
    const calendar = createCalendar(program, { lat: y, lng: x, zone: program.zone }, SEEN_HEAD)
    calendars.set(key, calendar)
    return calendar
  }
  return { programOf, calendarOf }
}
