import type { DeviceProperty, DeviceTypeDefinition, Field, Text } from '@lamplight/kit'

/** Kinds of values of a property. `enum`: one of the listed values, stored as a number if all of them are whole numbers, else as text. */
export const PROPERTY_KINDS = ['number', 'boolean', 'text', 'enum', 'time', 'list'] as const
export type PropertyKind = (typeof PROPERTY_KINDS)[number]
export const INPUT_KINDS = ['number', 'int', 'boolean', 'enum', 'text', 'time'] as const
export type InputKind = (typeof INPUT_KINDS)[number]

/** A possible value with its labels. */
export interface ThingValue {
  readonly value: string
  readonly name: string
  readonly nameEn: string
}
interface Limited {
  /** UCUM code. */
  readonly unit?: string | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly decimals?: number | undefined
  readonly values?: readonly ThingValue[] | undefined
}
export interface ThingProperty extends Limited {
  readonly identifier: string
  readonly name: string
  readonly nameEn: string
  readonly type: PropertyKind
  /** Reports are stored in the history, not only as the latest value. */
  readonly history?: boolean | undefined
  /** A column of the list of devices. */
  readonly list?: boolean | undefined
  /** The value only grows; `wrapsAt`: value after which the device starts again at 0. */
  readonly counter?: boolean | undefined
  readonly wrapsAt?: number | undefined
  /** Former identifier, which devices may still report. */
  readonly was?: string | undefined
}
export interface ThingInput extends Limited {
  readonly identifier: string
  readonly name: string
  readonly nameEn: string
  readonly type: InputKind
  readonly required?: boolean | undefined
  /** Identifier of the property that shows the sent value. */
  readonly proves?: string | undefined
}
/** A function of a product. On the wire `productFunctionVO` has its code and the input. */
export interface ThingFunction {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly input: readonly ThingInput[]
  readonly danger?: boolean | undefined
  /** False: the function must not run twice, so the ledger never sends it again. */
  readonly repeatable?: boolean | undefined
}
/** The thing model (物模型) of a unit product, in the form of the editor and of the calls. */
export interface Thing {
  readonly icon?: string | undefined
  readonly properties: readonly ThingProperty[]
  readonly functions: readonly ThingFunction[]
  readonly events: readonly string[]
}
export const EMPTY_THING: Thing = { properties: [], functions: [], events: [] }

type Labels = Readonly<Record<string, Text>>
const listed = (labels: Labels | undefined): readonly ThingValue[] | undefined =>
  labels && Object.entries(labels).map(([value, [name, nameEn]]) => ({ value, name, nameEn }))
const labelled = (values: readonly ThingValue[] = []): Labels =>
  Object.fromEntries(values.map(({ value, name, nameEn }) => [value, [name, nameEn || name] as const]))
/** Removes values that are undefined, false or an empty text. */
const compact = <T extends object>(all: T): T =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== false && value !== '')) as T
const isWhole = (value: string): boolean => /^-?\d{1,9}$/.test(value)

const kindOf = ({ type = 'number', values, words }: DeviceProperty): PropertyKind => {
  if (type === 'boolean' || type === 'time' || type === 'list') return type
  return values || words ? 'enum' : type
}
const propertyOf = ([identifier, property]: [string, DeviceProperty]): ThingProperty => {
  const { label, unit, min, max, decimals, values, words, history, list, counter, was } = property
  return compact({
    identifier,
    name: label[0],
    nameEn: label[1],
    type: kindOf(property),
    unit,
    min,
    max,
    decimals,
    was,
    values: listed(values ?? words),
    history: history === true,
    list: list === true,
    counter: counter !== undefined,
    wrapsAt: typeof counter === 'object' ? counter.wrapsAt : undefined,
  })
}
const INPUTS: Readonly<Record<string, InputKind>> = { flag: 'boolean', choice: 'enum' }
const inputOf = ([identifier, field]: [string, Field], proves: string | undefined): ThingInput => {
  const { label, required, unit, min, max, decimals, values } = field.options as Field['options'] &
    Omit<Limited, 'values'> & { values?: Labels }
  return compact({
    identifier,
    name: label[0],
    nameEn: label[1],
    type: INPUTS[field.kind] ?? (field.kind as InputKind),
    unit,
    min,
    max,
    decimals,
    proves,
    values: listed(values),
    required: required === true,
  })
}
/** Returns the thing model of a device type, without retired properties. */
export const thingOf = ({ icon, properties, commands, events }: Omit<DeviceTypeDefinition, 'name' | 'code' | 'label'>): Thing => ({
  ...(icon && { icon }),
  properties: Object.entries(properties)
    .filter(([, { retired }]) => !retired)
    .map(propertyOf),
  functions: Object.entries(commands).map(([code, { label, input = {}, proves = {}, danger, repeatable }]) => ({
    code,
    name: label[0],
    nameEn: label[1],
    input: Object.entries(input).map((entry) => inputOf(entry, Object.entries(proves).find(([, field]) => field === entry[0])?.[0])),
    ...(danger && { danger }),
    ...(repeatable === false && { repeatable }),
  })),
  events: [...events],
})

const isNumbered = (values: readonly ThingValue[] = []): boolean => values.every(({ value }) => isWhole(value))
const writtenProperty = ({ name, nameEn, type, values = [], ...one }: ThingProperty): object => {
  const label = [name, nameEn || name]
  const limits = { unit: one.unit, min: one.min, max: one.max, decimals: one.decimals }
  const common = { label, list: one.list, was: one.was, history: one.history }
  if (type === 'number')
    return compact({ ...common, ...limits, counter: one.counter && (one.wrapsAt === undefined ? true : { wrapsAt: one.wrapsAt }) })
  if (type === 'enum' && isNumbered(values)) return compact({ ...common, values: labelled(values) })
  if (type === 'enum') return compact({ ...common, history: undefined, type: 'text', words: labelled(values) })
  if (type === 'boolean') return compact({ ...common, type, values: values.length > 0 ? labelled(values) : undefined })
  return compact({ ...common, history: undefined, type, words: type === 'list' && values.length > 0 ? labelled(values) : undefined })
}
const KINDS: Readonly<Record<string, string>> = { boolean: 'flag', enum: 'choice' }
const writtenInput = ({ name, nameEn, type, values, required, unit, min, max, decimals }: ThingInput): object =>
  compact({
    kind: KINDS[type] ?? type,
    label: [name, nameEn || name],
    required,
    ...(type === 'number' || type === 'int' ? { unit, min, max } : {}),
    ...(type === 'number' ? { decimals } : {}),
    ...(type === 'enum' ? { values: labelled(values) } : {}),
  })
/** The properties of a thing model as definitions of a device type, without their slots. */
export const propertiesOf = (properties: readonly ThingProperty[]): Readonly<Record<string, DeviceProperty>> =>
  Object.fromEntries(properties.map((one) => [one.identifier, writtenProperty(one) as DeviceProperty]))
/** Returns the descriptor of the device type with this thing model, as JSON text. */
export const descriptorOf = ({ icon, properties, functions, events }: Thing, driver?: string): string =>
  JSON.stringify(
    compact({
      driver,
      icon,
      properties: propertiesOf(properties),
      commands: Object.fromEntries(
        functions.map(({ code, name, nameEn, input, danger, repeatable }) => [
          code,
          {
            label: [name, nameEn || name],
            ...(danger && { danger }),
            ...(input.length > 0 && { input: Object.fromEntries(input.map((one) => [one.identifier, writtenInput(one)])) }),
            proves: Object.fromEntries(input.flatMap(({ proves, identifier }) => (proves ? [[proves, identifier]] : []))),
            ...(repeatable === false && { repeatable }),
          },
        ]),
      ),
      events,
    }),
  )
