import { type DeviceProperty, type DeviceTypeDefinition, type Text, unitSymbol } from '@lamplight/kit'
import { schemaOf } from '@lamplight/protocol'
import { FIRST_ROW_TYPE } from './type.resource.ts'

/** A property as messages have it. */
export interface WireProperty {
  readonly name: string
  readonly label: Text
  readonly type: 'number' | 'boolean' | 'time' | 'text' | 'list'
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
  /** Allowed numbers or texts with their labels; empty: all. */
  readonly values: Readonly<Record<string, Text>>
  /** The value only grows. */
  readonly counter: boolean
}
export interface WireCommand {
  readonly name: string
  readonly label: Text
  readonly args: readonly {
    readonly name: string
    readonly label: Text
    readonly type: string
    readonly required: boolean
    readonly min: number | null
    readonly max: number | null
    readonly values: readonly number[]
  }[]
}
/** A device type as makers of gateways need it: everything that its messages may contain. */
export interface WireType {
  readonly name: string
  readonly code: number
  readonly slug: string
  readonly label: Text
  /** Driver by which its devices are reached; empty: a gateway. */
  readonly driver: string
  readonly properties: readonly WireProperty[]
  readonly commands: readonly WireCommand[]
  readonly events: readonly string[]
  /** A report with a value for each property. */
  readonly example: Readonly<Record<string, unknown>>
}

/** `solar_lamp` of `solarLamp`. */
const slugOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const propertyOf = ([name, property]: readonly [string, DeviceProperty]): WireProperty => {
  const { label, type = 'number', unit, min = null, max = null, values, words, wire = name, counter } = property
  return {
    name: wire,
    label,
    type,
    unit: unit ? unitSymbol(unit) : '',
    min,
    max,
    values: { ...values, ...words },
    counter: counter !== undefined,
  }
}

/** Time of the examples, epoch ms. */
const EXAMPLE_AT = 1_767_225_600_000
/** Returns an example of a value that the property allows. */
const exampleOf = (property: DeviceProperty): unknown => {
  const { type = 'number', min, max, decimals = 1, values, words } = property
  const word = Object.keys(words ?? {})[0]
  if (type === 'boolean') return true
  if (type === 'time') return EXAMPLE_AT
  if (type === 'text') return word ?? '1.0'
  if (type === 'list') return []
  if (values) return Number(Object.keys(values).at(-1))
  const [low, high] = [min ?? 0, Math.min(max ?? (min ?? 0) + 100, 1000)]
  return Number((low + (high - low) * 0.25).toFixed(Math.min(decimals, 3)))
}

/** Describes what messages of devices of a type may contain. */
const wireTypeOf = (type: DeviceTypeDefinition): WireType => {
  const properties = Object.entries(type.properties).filter(([, { retired }]) => !retired)
  const { args } = schemaOf(type)
  return {
    name: type.name,
    code: type.code,
    slug: slugOf(type.name),
    label: type.label,
    driver: type.driver ?? '',
    events: type.events,
    properties: properties.map(propertyOf),
    commands: Object.entries(type.commands).map(([name, { label, input = {} }]) => ({
      name,
      label,
      args: Object.entries(input).map(([key, field]) => {
        const { type: kind = 'string', minimum = null, maximum = null, enum: choices } = args[name]?.properties?.[key] ?? {}
        const isTime = field.kind === 'time'
        return {
          name: key,
          label: field.options.label,
          type: isTime ? 'time' : String(kind),
          required: field.options.required === true,
          min: isTime ? null : minimum,
          max: isTime ? null : maximum,
          values: (choices ?? []).map(Number),
        }
      }),
    })),
    example: Object.fromEntries(properties.map(([name, property]) => [property.wire ?? name, exampleOf(property)])),
  }
}

/** Describes the shipped types, in the order of their codes. */
export const wireTypesOf = (types: readonly DeviceTypeDefinition[]): readonly WireType[] =>
  types
    .filter(({ code }) => code < FIRST_ROW_TYPE)
    .sort((a, b) => a.code - b.code)
    .map(wireTypeOf)

const cell = (text: string): string => text.replaceAll('|', '\\|')
const spanOf = (min: number | null, max: number | null): string =>
  min !== null && max !== null ? `${min} to ${max}` : min !== null ? `${min} or more` : max !== null ? `at most ${max}` : ''
const allowedOf = ({ type, min, max, values, counter }: WireProperty): string => {
  const named = Object.entries(values).map(([value, [, en]]) => `\`${value}\` ${en}`)
  const flag = type === 'boolean' || (type === 'number' && Object.keys(values).join() === '0,1')
  const words = flag ? [...named, '`true` and `false` too'] : named
  const all = type === 'list' && named.length > 12 ? ['names of *event*'] : words
  const kind =
    type === 'time' ? 'ms' : type === 'text' && named.length === 0 ? 'text' : type === 'boolean' ? '`true`, `false`; 1 and 0 too' : ''
  return [kind, type === 'boolean' ? '' : all.join(', '), named.length === 0 ? spanOf(min, max) : '', counter ? 'only counts up' : '']
    .filter(Boolean)
    .join('; ')
}

/** The section of docs/devices.md about one type. */
const sectionOf = (type: WireType): string => {
  const names = [`\`${type.name}\``, ...(type.slug === type.name ? [] : [`\`${type.slug}\``]), `\`${type.code}\``].join(', ')
  const lines = [
    `### ${type.label[1]} (${type.label[0]})`,
    '',
    `Type ${names}.`,
    ...(type.driver === ''
      ? []
      : [
          `The driver \`${type.driver}\` speaks to these devices, no gateway does. Their values have the names, units and limits of this table.`,
        ]),
    '',
    '| property | unit | | |',
    '|---|---|---|---|',
    ...type.properties.map((one) => `| \`${one.name}\` | ${one.unit} | ${cell(one.label[1])} | ${cell(allowedOf(one))} |`),
    '',
  ]
  const commands = type.commands.map(({ name, label, args }) => {
    const inputs = args.map(
      (one) =>
        `\`${one.name}\`${one.required ? '' : '?'} ${one.type === 'time' ? 'ms' : one.values.length > 0 ? one.values.join(', ') : [one.type, spanOf(one.min, one.max)].filter(Boolean).join(' ')}`,
    )
    return `| \`${name}\` | ${cell(inputs.join('; '))} | ${cell(label[1])} |`
  })
  if (commands.length > 0) lines.push('| cmd | args | |', '|---|---|---|', ...commands, '')
  const events = type.events.filter((name) => name !== 'communicationFailure')
  lines.push(`Events: ${events.length === 0 ? 'none of its own' : events.map((name) => `\`${name}\``).join(' ')}.`, '')
  if (type.driver === '')
    lines.push(
      '```json type/report',
      JSON.stringify([{ sn: `${type.slug.toUpperCase().replaceAll('_', '-')}-1`, at: EXAMPLE_AT, p: type.example }]),
      '```',
      '',
    )
  return lines.join('\n')
}

const [BEGIN, END] = ['<!-- types: generated by npm run gen -->', '<!-- end of types -->']
/**
 * Returns the page with the sections of these types between its two marks. Leaves out the gateway, which has events only, and lamp
 * controllers, which have a chapter of their own. Throws if the page has no marks.
 */
export const withTypeSections = (page: string, types: readonly DeviceTypeDefinition[]): string => {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error('docs/devices.md has no marks for the sections of the types')
  const sections = wireTypesOf(types).filter(({ name }) => name !== 'gateway' && name !== 'controller')
  return `${page.slice(0, from)}${BEGIN}\n\n${sections.map(sectionOf).join('\n')}\n${page.slice(to)}`
}
