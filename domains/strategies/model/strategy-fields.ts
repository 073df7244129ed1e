import type { Entry, SensorTrigger, SunTrigger } from '@lamplight/calendar'
import { f } from '@lamplight/fields/model'

/** Triggers of a switch point, by their numbers on the wire. Slice E1, answer 1 gives 1 to 5; the specification does not know 6 to 8. */
export const TRIGGERS = {
  1: ['时刻', 'Clock'],
  2: ['日落', 'Sunset'],
  3: ['日出', 'Sunrise'],
  4: ['民用昏影终', 'Civil dusk'],
  5: ['民用晨光始', 'Civil dawn'],
  6: ['光控开灯', 'Light sensor at dusk'],
  7: ['光控关灯', 'Light sensor at dawn'],
  8: ['亮灯后', 'After the first light'],
} as const
export const CLOCK = 1
export const AFTER_ON = 8
/** Names of the triggers in a program, by their numbers; a clock time stands for itself. */
export const TRIGGER_NAMES: Readonly<Record<number, SunTrigger | SensorTrigger | 'afterOn'>> = {
  2: 'sunset',
  3: 'sunrise',
  4: 'civilDusk',
  5: 'civilDawn',
  6: 'duskSensor',
  7: 'dawnSensor',
  8: 'afterOn',
}

const WEEKDAYS = '[1-7](,[1-7]){0,6}'

/** Fields of one switch point. */
export const ENTRY_FIELDS = {
  trigger: f.choice(TRIGGERS, { label: ['触发', 'Trigger'], required: true, initial: 2 }),
  time: f.text({
    label: ['时刻', 'Time'],
    max: 5,
    example: '23:00',
    match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: ['应为 HH:mm', 'must be HH:mm'] },
  }),
  offset: f.int({ label: ['偏移', 'Offset'], unit: 'min', min: -180, max: 1440, initial: 0 }),
  level: f.int({ label: ['亮度', 'Level'], unit: '%', required: true, min: 0, max: 100, initial: 100 }),
  head: f.choice({ 0: ['全部', 'All'], 1: ['主灯', 'Main'], 2: ['辅灯', 'Auxiliary'] }, { label: ['灯头', 'Head'], initial: 0 }),
  weekdays: f.text({
    label: ['星期', 'Weekdays'],
    max: 13,
    example: '1,2,3,4,5',
    match: { pattern: WEEKDAYS, text: ['应为 1 至 7，以逗号分隔', 'must be 1 to 7, separated by commas'] },
    hint: ['留空为每天；1 为星期一', 'Empty: every day; 1 is Monday'],
  }),
  ramp: f.int({ label: ['渐变', 'Ramp'], unit: 's', min: 0, max: 3600, initial: 0 }),
  lux: f.number({ label: ['照度', 'Illuminance'], unit: 'lx', min: 1, max: 5000, decimals: 0 }),
  earliest: f.int({ label: ['最早', 'Earliest'], unit: 'min', min: -180, max: 180 }),
  latest: f.int({ label: ['最晚', 'Latest'], unit: 'min', min: -180, max: 180 }),
} as const

/** A switch point as it is stored; a value that is not set is null. */
export interface StoredEntry {
  readonly trigger: number
  readonly time?: string | null
  readonly offset?: number | null
  readonly level: number | null
  readonly head?: number | null
  readonly weekdays?: string | null
  readonly ramp?: number | null
  readonly lux?: number | null
  readonly earliest?: number | null
  readonly latest?: number | null
}

/** Turns a stored switch point into an entry of a program. It leaves out values that have no effect with this trigger, so that equal programs have equal hashes. */
export const entryFrom = ({ trigger, time, offset, level, head, weekdays, ramp, lux, earliest, latest }: StoredEntry): Entry => {
  const days = weekdays ? [...new Set(weekdays.split(',').map(Number))].sort() : []
  const isSensor = trigger === 6 || trigger === 7
  return {
    trigger: trigger === CLOCK ? (time ?? '') : (TRIGGER_NAMES[trigger] ?? ''),
    ...(trigger !== CLOCK && !isSensor && { offset: offset ?? 0 }),
    level: level ?? 0,
    ...(head && { head }),
    ...(days.length > 0 && days.length < 7 && { weekdays: days }),
    ...(ramp && { ramp }),
    ...(isSensor && { lux: lux ?? (trigger === 6 ? 30 : 60), window: [earliest ?? -30, latest ?? 30] as const }),
  }
}
