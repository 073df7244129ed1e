import { f } from '@lamplight/fields/model'
import type { Text } from '@lamplight/kit'

/** Calls and menu of the presets of solar lighting (grp.sun.param). */
export const SUN = {
  verbs: ['list', 'page', 'detail', 'submit', 'save', 'update', 'remove'],
  parent: 'sun_param',
} as const

/** Range of a number field of a family: least, most and the value of a new preset. */
type Range = readonly [min: number, max: number, initial: number]
interface More {
  readonly list?: true
  readonly hint?: Text
}

const ranged = (label: Text, unit: string, [min, max, initial]: Range, more: More) =>
  ({ label, unit, min, max, initial, example: initial, required: true, ...more }) as const

/** A required whole number of a parameter family with its unit and range. */
export const whole = (label: Text, unit: string, range: Range, more: More = {}) => f.int(ranged(label, unit, range, more))

/** A required number of a parameter family, with `decimals` decimal places. */
export const decimal = (label: Text, unit: string, range: Range, decimals: number, more: More = {}) =>
  f.number({ ...ranged(label, unit, range, more), decimals })

const HOUR: Text = ['应为 HH:mm，如 23:00', 'must be HH:mm, such as 23:00']

/** A time of the day in the zone of the device, as HH:mm. */
export const clock = (label: Text, initial: string) =>
  f.text({
    label,
    max: 5,
    required: true,
    initial,
    example: initial,
    list: true,
    match: { pattern: '([01]\\d|2[0-3]):[0-5]\\d', text: HOUR },
  })

/** Offset of an event, minutes: negative values are earlier. */
export const offset = (label: Text, more: More = {}) =>
  whole(label, 'min', [-120, 120, 0], { hint: ['负数为提前', 'Negative means earlier'], ...more })
