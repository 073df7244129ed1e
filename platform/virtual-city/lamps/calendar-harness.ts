import { type Calendar, createCalendar, type Program } from '@lamplight/calendar'
import { type CalendarProgram, type SwitchEvent, switchEventOf } from '@lamplight/protocol'
import { hashOf } from '../devices/params.ts'
import { createBench } from '../harness.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** The lamp to which helpers send commands. */
export const LAMP = 'GW1-1'

/** A program of Changsha with sun events, clock times and a special night. */
export const shanghai: CalendarProgram = {
  zone: 'Asia/Shanghai',
  entries: [
    { trigger: 'sunset', offset: -7.3, level: 100 },
    { trigger: '22:30', level: 55 },
    { trigger: '01:00', level: 20 },
    { trigger: 'sunrise', offset: 4, level: 0 },
  ],
  specials: [
    {
      range: '06-22..06-22',
      priority: 1,
      entries: [
        { trigger: 'civilDusk', level: 80 },
        { trigger: 'civilDawn', level: 0 },
      ],
    },
  ],
}
/** A program as its gateway gets it, and as a child is assigned it. */
export const messageOf = (program: CalendarProgram, id = '7') => ({ id, hash: hashOf(program), program })
export const assignedOf = (program: CalendarProgram, id = '7') => ({ id, hash: hashOf(program) })

/** A bench with helpers; ids of commands count up. */
export const open = (options: Parameters<typeof createBench>[0] = {}) => {
  const bench = createBench({ latency: 300, reportInterval: 3600, ...options })
  let id = 0
  const ask = (cmd: string, args: Record<string, unknown>, sns: string[] = [LAMP]) => {
    id++
    bench.send({ id: String(id), cmd, args, sns })
    bench.clock.advance(3000)
    return bench.acks.filter((ack) => ack.id === String(id))
  }
  const assign = (value: Record<string, unknown>, sns?: string[]) => ask('set', { family: 'calendar', value }, sns)
  return {
    bench,
    ask,
    assign,
    /** Sends a calendar to the gateway, and assigns it. */
    give: (program: CalendarProgram, sns?: string[]) => {
      bench.engine.calendar(0, messageOf(program))
      return assign(assignedOf(program), sns)
    },
    dim: (sn = LAMP) => bench.lamp(sn).state.dim,
    events: (sn = LAMP): SwitchEvent[] => (ask('readEvents', {}, [sn])[0]?.p?.events ?? []).map((text) => switchEventOf(text)!),
  }
}
/** The calendar of the main head; default: at the bench. */
export const calendarOf = (program: Program, zone: string, at: { lat: number; lng: number } = { lat: 28.2, lng: 112.95 }): Calendar =>
  createCalendar(program, { ...at, zone }, 1)
