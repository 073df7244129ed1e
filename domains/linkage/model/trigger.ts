import type { ConditionChoice, Operator, Text } from '@lamplight/kit'
import { OPERATORS } from '@lamplight/kit'

/** The operators as numbers: the values of the field `operator`. */
export const OPERATOR_NAMES = ['gt', 'ge', 'lt', 'le', 'eq', 'ne', 'has', 'lacks'] as const satisfies readonly Operator[]
export const OPERATOR_CHOICES: Readonly<Record<number, Text>> = Object.fromEntries(
  OPERATOR_NAMES.map((name, at) => [at + 1, OPERATORS[name]]),
)
export const operatorOf = (code: number): Operator => OPERATOR_NAMES[code - 1] ?? 'eq'
export const operatorCode = (name: Operator): number => OPERATOR_NAMES.indexOf(name) + 1

/** When a linkage fires: a comparison of a reported value, how long it must hold, and when it may fire again. */
export interface Trigger {
  readonly operator: Operator
  readonly value: string
  /** Second threshold: the value must pass it before the linkage may fire again. Null: the condition need only end. */
  readonly again: string | null
  readonly holdSeconds: number
}

/** What the engine knows about one trigger device of one instance. */
export interface Watch {
  /** False between a firing and the moment at which it may fire again. */
  readonly armed: boolean
  /** Time since which the condition holds, epoch ms; null if it does not. */
  readonly since: number | null
  /** Time of the newest report, epoch ms. */
  readonly at: number
  readonly value: unknown
}
export interface Observation {
  readonly at: number
  readonly value: unknown
}
export const UNSEEN: Watch = { armed: true, since: null, at: 0, value: null }

/** Booleans are stored as 0 and 1. */
const numberOf = (value: unknown): number =>
  typeof value === 'boolean'
    ? Number(value)
    : typeof value === 'number'
      ? value
      : value === '' || value === null
        ? Number.NaN
        : Number(value)
const same = (value: unknown, wanted: string): boolean => {
  const [a, b] = [numberOf(value), numberOf(wanted)]
  return Number.isNaN(a) || Number.isNaN(b) ? String(value) === wanted : a === b
}
const listed = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Does a reported value meet a condition? */
export const meets = (operator: Operator, wanted: string, value: unknown): boolean => {
  if (operator === 'has') return listed(value).includes(wanted)
  if (operator === 'lacks') return Array.isArray(value) && !listed(value).includes(wanted)
  if (operator === 'eq') return same(value, wanted)
  if (operator === 'ne') return !same(value, wanted)
  const [a, b] = [numberOf(value), numberOf(wanted)]
  if (operator === 'gt') return a > b
  if (operator === 'ge') return a >= b
  return operator === 'lt' ? a < b : a <= b
}

/** May a linkage that has fired fire again after this value? */
const rearms = ({ operator, value: wanted, again }: Trigger, value: unknown): boolean => {
  if (again === null) return !meets(operator, wanted, value)
  if (operator === 'gt' || operator === 'ge') return numberOf(value) <= numberOf(again)
  return operator === 'lt' || operator === 'le' ? numberOf(value) >= numberOf(again) : !meets(operator, wanted, value)
}

/**
 * The state after a report. A report that is older than the newest one changes nothing, unless it contradicts the hold time: if the
 * condition was taken to hold since before this report, but did not hold in it, the hold time begins again with the newest report.
 */
export const observe = (trigger: Trigger, watch: Watch, { at, value }: Observation): Watch => {
  if (at < watch.at) {
    const breaks = watch.since !== null && at > watch.since && !meets(trigger.operator, trigger.value, value)
    return breaks ? { ...watch, since: watch.at, armed: watch.armed || rearms(trigger, value) } : watch
  }
  if (meets(trigger.operator, trigger.value, value)) return { ...watch, at, value, since: watch.since ?? at }
  return { at, value, since: null, armed: watch.armed || rearms(trigger, value) }
}

/** Time at which the linkage fires if nothing changes, epoch ms; null if it does not. `last`: the previous firing of its instance. */
export const dueAt = ({ holdSeconds }: Trigger, { armed, since }: Watch, cooldown: number, last: number | null): number | null =>
  armed && since !== null ? Math.max(since + holdSeconds * 1000, last === null ? 0 : last + cooldown * 1000) : null

export const fired = (watch: Watch): Watch => ({ ...watch, armed: false })

/** The firings that reports of some devices, in the order of their times, would have caused until `now`. */
export const replay = (
  trigger: Trigger,
  cooldown: number,
  reports: readonly (Observation & { readonly deviceId: string })[],
  now: number,
): readonly (Observation & { readonly deviceId: string })[] => {
  const watches = new Map<string, Watch>()
  const firings: (Observation & { deviceId: string })[] = []
  let last: number | null = null
  const fireUntil = (end: number): void => {
    for (;;) {
      const due = [...watches].flatMap(([deviceId, watch]) => {
        const at = dueAt(trigger, watch, cooldown, last)
        return at !== null && at <= end ? [{ deviceId, at, watch }] : []
      })
      const first = due.sort((a, b) => a.at - b.at)[0]
      if (!first) return
      last = first.at
      firings.push({ deviceId: first.deviceId, at: first.at, value: first.watch.value })
      watches.set(first.deviceId, fired(first.watch))
    }
  }
  for (const { deviceId, ...report } of reports) {
    fireUntil(report.at - 1)
    watches.set(deviceId, observe(trigger, watches.get(deviceId) ?? UNSEEN, report))
    fireUntil(report.at)
  }
  fireUntil(now)
  return firings
}

/** The first fault of a trigger against what a device type offers: the field and why; null if there is none. */
export const triggerFault = (
  choice: ConditionChoice | undefined,
  trigger: Trigger,
): { readonly field: 'property' | 'operator' | 'value' | 'againValue'; readonly why: Text } | null => {
  if (!choice) return { field: 'property', why: ['设备类型没有该属性', 'the device type has no such property'] }
  const { operators, min, max, values, words } = choice
  const { operator, value, again } = trigger
  if (!operators.includes(operator)) return { field: 'operator', why: ['该属性不支持此比较', 'the property cannot be compared like this'] }
  if (!operators.includes('eq')) {
    if (words && !Object.hasOwn(words, value)) return { field: 'value', why: ['不是可选的值', 'is not one of the choices'] }
    return again === null ? null : { field: 'againValue', why: ['列表没有恢复阈值', 'lists cannot have a re-arm threshold'] }
  }
  const isText = words !== undefined && min === undefined
  const ordered = operators.includes('gt')
  const wrong = (text: string): Text | null => {
    if (isText) return Object.hasOwn(words, text) ? null : ['不是可选的值', 'is not one of the choices']
    const number = numberOf(text.trim())
    if (!ordered && Number.isNaN(number)) return values ? ['不是可选的值', 'is not one of the choices'] : null
    if (Number.isNaN(number)) return ['应为数字', 'must be a number']
    if (values && !Object.hasOwn(values, String(number))) return ['不是可选的值', 'is not one of the choices']
    if ((min !== undefined && number < min) || (max !== undefined && number > max))
      return [`应在 ${min ?? ''} 到 ${max ?? ''} 之间`, `must be between ${min ?? ''} and ${max ?? ''}`]
    return null
  }
  const why = wrong(value)
  if (why) return { field: 'value', why }
  if (again === null) return null
  const isUp = operator === 'gt' || operator === 'ge'
  const isDown = operator === 'lt' || operator === 'le'
  if (!isUp && !isDown)
    return { field: 'againValue', why: ['只有大于、小于可设恢复阈值', 'only “above” and “below” can have a re-arm threshold'] }
  const second = wrong(again)
  if (second) return { field: 'againValue', why: second }
  if (isUp ? numberOf(again) > numberOf(value) : numberOf(again) < numberOf(value))
    return {
      field: 'againValue',
      why: isUp ? ['不能高于触发值', 'must not be above the value'] : ['不能低于触发值', 'must not be below the value'],
    }
  return null
}
