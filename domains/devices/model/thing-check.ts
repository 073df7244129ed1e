import { type DeviceProperty, isParamOp, isUnit, type Text } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import type { Thing, ThingFunction, ThingInput, ThingProperty, ThingValue } from './thing.ts'
import { isTakenName } from './typed-device.resource.ts'

/** A fault of a thing model. `path` names the field: `properties.2.max`, `functions.0.input.1.identifier`. */
export interface ThingFault {
  readonly path: string
  readonly text: Text
}
/** Properties of the stored version by identifier, including retired ones. */
export type FormerProperties = Readonly<Record<string, DeviceProperty>>

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what labels must not contain
const LABEL = /^[^\u0000-\u001f\ud800-\udfff]{1,80}$/
const LIMITS = { properties: 128, functions: 32, input: 16, values: 64 } as const
const TEXTS = {
  name: ['以小写字母开头，只能包含字母和数字，最多 32 位', 'must begin with a small letter; letters and digits only, at most 32'],
  taken: ['是系统保留名称', 'is a reserved name'],
  twice: ['重复', 'is used twice'],
  label: ['请输入 1 至 80 个字符', 'needs 1 to 80 characters'],
  unit: ['没有该单位', 'is not a known unit'],
  range: ['最大值小于最小值', 'must not be below the minimum'],
  number: ['应为数字', 'must be a number'],
  decimals: ['应为 0 至 9 的整数', 'must be a whole number from 0 to 9'],
  values: ['请至少填写一个值', 'needs at least one value'],
  whole: ['应为整数', 'must be a whole number'],
  boolean: ['只能为 0 和 1', 'must be 0 or 1'],
  many: ['数量过多', 'has too many entries'],
  proves: ['没有该属性', 'is not a property of the product'],
  meaning: ['单位或类型与以前不同，请另建属性', 'has another unit or type than before: add a property with another name'],
  event: ['没有该事件', 'is not an event of the vocabulary'],
  wraps: ['应大于 0', 'must be greater than 0'],
  faults: ['应为列表，其值为故障名称', 'must be a list whose values are names of faults'],
} as const satisfies Readonly<Record<string, Text>>

type Add = (path: string, text: Text) => void
interface Named {
  readonly name: string
  readonly nameEn: string
}
const checkLabels = (add: Add, at: string, { name, nameEn }: Named): void => {
  if (!LABEL.test(name)) add(`${at}.name`, TEXTS.label)
  if (nameEn !== '' && !LABEL.test(nameEn)) add(`${at}.nameEn`, TEXTS.label)
}
const checkName = (add: Add, path: string, name: string, known: Set<string>): void => {
  if (!NAME.test(name)) add(path, TEXTS.name)
  else if (name in {}) add(path, TEXTS.taken)
  else if (known.has(name)) add(path, TEXTS.twice)
  known.add(name)
}
const checkLimits = (add: Add, at: string, { unit, min, max, decimals }: ThingProperty | ThingInput): void => {
  if (unit !== undefined && !isUnit(unit)) add(`${at}.unit`, TEXTS.unit)
  if (min !== undefined && !Number.isFinite(min)) add(`${at}.min`, TEXTS.number)
  if (max !== undefined && !Number.isFinite(max)) add(`${at}.max`, TEXTS.number)
  if (min !== undefined && max !== undefined && min > max) add(`${at}.max`, TEXTS.range)
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 9)) add(`${at}.decimals`, TEXTS.decimals)
}
const checkValues = (add: Add, at: string, values: readonly ThingValue[] = [], valid?: (value: string) => Text | undefined): void => {
  if (values.length > LIMITS.values) add(`${at}.values`, TEXTS.many)
  const known = new Set<string>()
  for (const [n, one] of values.entries()) {
    const fault = LABEL.test(one.value) ? valid?.(one.value) : TEXTS.label
    if (fault) add(`${at}.values.${n}.value`, fault)
    else if (known.has(one.value)) add(`${at}.values.${n}.value`, TEXTS.twice)
    known.add(one.value)
    checkLabels(add, `${at}.values.${n}`, one)
  }
}

/** True if stored values keep their meaning with the new property. The same check as that of the server (`withSlots` of the descriptor). */
const isAlike = (old: DeviceProperty, { type, unit, counter, values = [] }: ThingProperty): boolean => {
  const enumType = values.every(({ value }) => /^-?\d{1,9}$/.test(value)) ? 'number' : 'text'
  const now = type === 'enum' ? enumType : type
  const isMeasure = type === 'number'
  return (
    (old.type ?? 'number') === now &&
    (old.unit ?? '') === ((isMeasure && unit) || '') &&
    Boolean(old.counter) === Boolean(isMeasure && counter)
  )
}

const checkProperty = (add: Add, at: string, one: ThingProperty, known: Set<string>, former: FormerProperties): void => {
  checkName(add, `${at}.identifier`, one.identifier, known)
  if (isTakenName(one.identifier)) add(`${at}.identifier`, TEXTS.taken)
  if (one.was !== undefined) checkName(add, `${at}.was`, one.was, known)
  checkLabels(add, at, one)
  const { type, values = [] } = one
  if (type === 'number') checkLimits(add, at, one)
  if (one.wrapsAt !== undefined && !(one.wrapsAt >= 1)) add(`${at}.wrapsAt`, TEXTS.wraps)
  if (type === 'enum' && values.length === 0) add(`${at}.values`, TEXTS.values)
  if (one.identifier === 'faults') {
    if (type !== 'list' || values.length === 0) add(`${at}.type`, TEXTS.faults)
    checkValues(add, at, values, (value) => (isEventType(value) ? undefined : TEXTS.faults))
  } else if (type === 'boolean') checkValues(add, at, values, (value) => (['0', '1'].includes(value) ? undefined : TEXTS.boolean))
  else if (type === 'enum' || type === 'list') checkValues(add, at, values)
  const old = Object.hasOwn(former, one.identifier) ? former[one.identifier] : one.was === undefined ? undefined : former[one.was]
  if (old && !isAlike(old, one)) add(`${at}.type`, TEXTS.meaning)
}

const checkFunction = (add: Add, at: string, one: ThingFunction, known: Set<string>, properties: ReadonlySet<string>): void => {
  checkName(add, `${at}.code`, one.code, known)
  if (isParamOp(one.code)) add(`${at}.code`, TEXTS.taken)
  checkLabels(add, at, one)
  if (one.input.length > LIMITS.input) add(`${at}.input`, TEXTS.many)
  const names = new Set<string>()
  const proved = new Set<string>()
  for (const [n, input] of one.input.entries()) {
    const here = `${at}.input.${n}`
    checkName(add, `${here}.identifier`, input.identifier, names)
    checkLabels(add, here, input)
    if (input.type === 'number' || input.type === 'int') checkLimits(add, here, input)
    if (input.type === 'enum') {
      if (!input.values?.length) add(`${here}.values`, TEXTS.values)
      checkValues(add, here, input.values, (value) => (/^-?\d{1,9}$/.test(value) ? undefined : TEXTS.whole))
    }
    if (input.proves === undefined) continue
    if (!properties.has(input.proves)) add(`${here}.proves`, TEXTS.proves)
    else if (proved.has(input.proves)) add(`${here}.proves`, TEXTS.twice)
    proved.add(input.proves)
  }
}

/** Returns all faults of a thing model, in the order of its fields. `former`: properties of the stored version. */
export const thingFaults = ({ properties, functions, events }: Thing, former: FormerProperties = {}): readonly ThingFault[] => {
  const faults: ThingFault[] = []
  const add: Add = (path, text) => void faults.push({ path, text })
  if (properties.length > LIMITS.properties) add('properties', TEXTS.many)
  if (functions.length > LIMITS.functions) add('functions', TEXTS.many)
  const names = new Set<string>()
  for (const [n, one] of properties.entries()) checkProperty(add, `properties.${n}`, one, names, former)
  const codes = new Set<string>()
  const known = new Set(properties.map(({ identifier }) => identifier))
  for (const [n, one] of functions.entries()) checkFunction(add, `functions.${n}`, one, codes, known)
  for (const [n, event] of events.entries()) if (!Object.hasOwn(EVENT_TYPES, event)) add(`events.${n}`, TEXTS.event)
  return faults
}

/** Identifiers of the properties with history that the thing model no longer has. Saving the model retires them. */
export const retiredBy = ({ properties }: Thing, former: FormerProperties): readonly string[] => {
  const left = new Set(properties.flatMap(({ identifier, was }) => [identifier, was ?? identifier]))
  return Object.entries(former).flatMap(([name, { history, retired }]) => (history && !retired && !left.has(name) ? [name] : []))
}
