import type { Text } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import { nodeType } from './node.device.ts'

/** Number formats of a payload by the key in the field `type`. `bit` is one bit of a byte; bit 0 is the lowest. */
export const FORMATS = {
  1: 'u8',
  2: 'i8',
  3: 'u16le',
  4: 'u16be',
  5: 'i16le',
  6: 'i16be',
  7: 'u32le',
  8: 'u32be',
  9: 'i32le',
  10: 'i32be',
  11: 'bit',
} as const
type FormatKey = keyof typeof FORMATS
export type Format = Exclude<(typeof FORMATS)[FormatKey], 'bit'>

/** Key in the field `property` for a fault bit. */
export const FAULT = 99
/** Commands of nodes by the key in the field `command`. */
export const NODE_COMMANDS = { 1: 'dim', 2: 'switch' } as const
/** Largest FRMPayload of LoRaWAN, bytes (regional parameters RP002, all regions: 242 and less). */
const MOST_BYTES = 242
const MOST_PREFIX = 8

/** Describes one value in the uplinks on an fPort. With a prefix, only uplinks that begin with its bytes contain the value. */
export interface UplinkRow {
  readonly fPort: number
  /** Hex, with or without spaces. */
  readonly prefix?: string | null
  /** Slot of a number or boolean property of the node type, or FAULT. */
  readonly property: number
  /** Name of an event type; only for FAULT. */
  readonly fault?: string | null
  /** Position of the first byte, from 0. */
  readonly offset: number
  readonly type: number
  readonly bit?: number | null
  /** The value is the number times `scale` (default 1) plus `shift` (default 0). */
  readonly scale?: number | null
  readonly shift?: number | null
  /** The node sends this uplink in answer to a command. */
  readonly answer?: boolean | null
}
/**
 * The payload of a command: hex bytes and placeholders, separated by spaces. A placeholder is `{argument}`, `{argument:format}` or `{argument:format*factor}`;
 * the default format is u8, the default factor 1.
 */
export interface CommandRow {
  readonly command: number
  readonly fPort: number
  readonly bytes: string
}
export interface Codec {
  readonly uplinks: readonly UplinkRow[]
  readonly commands: readonly CommandRow[]
}

type Value = number | boolean | readonly string[]
export interface Decoded {
  /** Values by property of the node type; empty if no row describes the uplink. */
  readonly values: Readonly<Record<string, Value>>
  /** The uplink answers a command. */
  readonly answer: boolean
}
export interface Payload {
  readonly fPort: number
  readonly bytes: Uint8Array
}

const SIZES: Readonly<Record<Format, number>> = {
  u8: 1,
  i8: 1,
  u16le: 2,
  u16be: 2,
  i16le: 2,
  i16be: 2,
  u32le: 4,
  u32be: 4,
  i32le: 4,
  i32be: 4,
}
const isSigned = (format: Format): boolean => format.startsWith('i')
const isLittle = (format: Format): boolean => format.endsWith('le')

/** Returns the smallest and the largest number of a format. */
export const rangeOf = (format: Format): readonly [number, number] => {
  const all = 2 ** (8 * SIZES[format])
  return isSigned(format) ? [-all / 2, all / 2 - 1] : [0, all - 1]
}

/** Reads a number at `offset`; undefined if the payload is too short. */
export const readNumber = (bytes: Uint8Array, offset: number, format: Format): number | undefined => {
  const size = SIZES[format]
  if (offset + size > bytes.length) return undefined
  let value = 0
  for (let at = 0; at < size; at++) value = value * 256 + (bytes[offset + (isLittle(format) ? size - 1 - at : at)] ?? 0)
  return isSigned(format) && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value
}

/** Writes a whole number within the range of the format. */
export const writeNumber = (value: number, format: Format): Uint8Array => {
  const size = SIZES[format]
  const bytes = new Uint8Array(size)
  let rest = value < 0 ? value + 2 ** (8 * size) : value
  for (let at = size - 1; at >= 0; at--) {
    bytes[isLittle(format) ? size - 1 - at : at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** Parses hex with or without spaces; undefined if it is not hex. */
const hexBytes = (hex: string): Uint8Array | undefined => {
  const digits = hex.replace(/\s+/g, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(digits)) return undefined
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16))
}

/** Slot of the last property that a codec can fill. ChirpStack itself reports the later ones. */
const LAST_OF_CODEC = 11
/** The number and boolean properties that a codec can fill, by slot. */
export const PROPERTIES: ReadonlyMap<number, { readonly name: string; readonly label: Text; readonly isFlag: boolean }> = new Map(
  Object.entries(nodeType.properties).flatMap(([name, property]) =>
    'slot' in property && property.slot <= LAST_OF_CODEC
      ? [[property.slot, { name, label: property.label, isFlag: 'type' in property && property.type === 'boolean' }] as const]
      : [],
  ),
)

const startsWith = (bytes: Uint8Array, prefix: string | null | undefined): boolean =>
  !prefix || (hexBytes(prefix)?.every((byte, at) => bytes[at] === byte) ?? false)

const valueIn = (row: UplinkRow, bytes: Uint8Array): number | undefined => {
  const format = FORMATS[row.type as FormatKey]
  if (format === undefined) return undefined
  if (format !== 'bit') return readNumber(bytes, row.offset, format)
  const byte = bytes[row.offset]
  return byte === undefined ? undefined : (byte >> (row.bit ?? 0)) & 1
}
/** Rounds to 12 significant digits: 3 × 0.1 is 0.30000000000000004 in floating point. */
const tidy = (value: number): number => Number(value.toPrecision(12))

/** Reads the values of an uplink. It skips rows for other ports or prefixes, and values beyond the end of the payload. Never throws. */
export const decode = ({ uplinks }: Pick<Codec, 'uplinks'>, fPort: number, bytes: Uint8Array): Decoded => {
  const values: Record<string, Value> = {}
  const faults: string[] = []
  let [answer, reportsFaults] = [false, false]
  for (const row of uplinks) {
    if (row.fPort !== fPort || !startsWith(bytes, row.prefix)) continue
    const raw = valueIn(row, bytes)
    if (raw === undefined) continue
    if (row.answer) answer = true
    if (row.property === FAULT) {
      reportsFaults = true
      if (raw !== 0 && row.fault) faults.push(row.fault)
      continue
    }
    const property = PROPERTIES.get(row.property)
    if (property) values[property.name] = property.isFlag ? raw !== 0 : tidy(raw * (row.scale ?? 1) + (row.shift ?? 0))
  }
  return { values: reportsFaults ? { ...values, faults } : values, answer }
}

const PLACEHOLDER = /^\{([a-z][A-Za-z]*)(?::([a-z0-9]+))?(?:\*(-?\d+(?:\.\d+)?))?\}$/
type Part = { readonly byte: number } | { readonly argument: string; readonly format: Format; readonly factor: number }

/** Parses the bytes of a command; undefined if they are malformed. */
const partsOf = (bytes: string): readonly Part[] | undefined => {
  const parts: Part[] = []
  for (const token of bytes.trim().split(/\s+/)) {
    if (/^[0-9a-f]{2}$/i.test(token)) {
      parts.push({ byte: Number.parseInt(token, 16) })
      continue
    }
    const [, argument, format = 'u8', factor = '1'] = PLACEHOLDER.exec(token) ?? []
    if (!argument || !Object.hasOwn(SIZES, format)) return undefined
    parts.push({ argument, format: format as Format, factor: Number(factor) })
  }
  return parts
}

/**
 * Makes the payload of a command. Returns `unsupported` if the codec does not describe the command, `invalidArgs` if an argument is missing or does not fit
 * its format.
 */
export const encode = (
  { commands }: Pick<Codec, 'commands'>,
  command: string,
  args: Readonly<Record<string, unknown>>,
): Payload | 'unsupported' | 'invalidArgs' => {
  const row = commands.find((one) => NODE_COMMANDS[one.command as keyof typeof NODE_COMMANDS] === command)
  const parts = row && partsOf(row.bytes)
  if (!row || !parts) return 'unsupported'
  const bytes: number[] = []
  for (const part of parts) {
    if ('byte' in part) {
      bytes.push(part.byte)
      continue
    }
    const given = args[part.argument]
    const value = Math.round(Number(given) * part.factor)
    const [least, most] = rangeOf(part.format)
    if (given === undefined || !Number.isFinite(value) || value < least || value > most) return 'invalidArgs'
    bytes.push(...writeNumber(value, part.format))
  }
  return { fPort: row.fPort, bytes: Uint8Array.from(bytes) }
}

export interface CodecFault {
  readonly field: 'uplinks' | 'commands'
  readonly text: Text
}

const uplinkFault = (row: UplinkRow): Text | undefined => {
  const prefix = row.prefix ? hexBytes(row.prefix) : new Uint8Array()
  if (!prefix || prefix.length > MOST_PREFIX)
    return [`前缀应为至多${MOST_PREFIX}个字节的十六进制数`, `the prefix has at most ${MOST_PREFIX} hex bytes`]
  const isBit = FORMATS[row.type as FormatKey] === 'bit'
  if (isBit && typeof row.bit !== 'number') return ['请填写“位”', 'the number of the bit is missing']
  if (row.property === FAULT) {
    if (!isBit) return ['故障的类型应为位', 'a fault is a bit']
    return row.fault && Object.hasOwn(EVENT_TYPES, row.fault) ? undefined : ['没有该故障类型', 'there is no such fault']
  }
  if (isBit && !PROPERTIES.get(row.property)?.isFlag) return ['数值不能是位', 'a number cannot be a bit']
  return undefined
}

const commandFault = (row: CommandRow): Text | undefined => {
  const name = NODE_COMMANDS[row.command as keyof typeof NODE_COMMANDS]
  const parts = partsOf(row.bytes)
  if (!parts) return ['字节应为十六进制数或占位符，如 84 01 {level}', 'the bytes are hex or placeholders, such as 84 01 {level}']
  const known = Object.keys(nodeType.commands[name].input)
  const used = parts.flatMap((part) => ('argument' in part ? [part.argument] : []))
  const unknown = used.find((argument) => !known.includes(argument))
  if (unknown) return [`指令没有参数 ${unknown}`, `the command has no argument ${unknown}`]
  const missing = known.find((argument) => !used.includes(argument))
  if (missing) return [`缺少参数 {${missing}}`, `the argument {${missing}} is missing`]
  const size = parts.reduce((sum, part) => sum + ('byte' in part ? 1 : SIZES[part.format]), 0)
  return size > MOST_BYTES ? [`内容不能超过${MOST_BYTES}个字节`, `the payload has at most ${MOST_BYTES} bytes`] : undefined
}

const keyOf = ({ fPort, prefix, property, fault }: UplinkRow): string =>
  [fPort, (prefix ?? '').replace(/\s+/g, '').toLowerCase(), property, fault ?? ''].join()

/** Checks what the fields of a codec cannot check one by one, and returns the first fault. */
export const codecFault = ({ uplinks, commands }: Codec): CodecFault | undefined => {
  const at = (n: number, [zh, en]: Text): Text => [`第${n + 1}项：${zh}`, `item ${n + 1}: ${en}`]
  const values = new Set<string>()
  for (const [n, row] of uplinks.entries()) {
    const text = uplinkFault(row) ?? (values.has(keyOf(row)) ? (['该值已在前面定义', 'the value is defined before'] as const) : undefined)
    if (text) return { field: 'uplinks', text: at(n, text) }
    values.add(keyOf(row))
  }
  const names = new Set<number>()
  for (const [n, row] of commands.entries()) {
    const text =
      commandFault(row) ?? (names.has(row.command) ? (['该指令已在前面定义', 'the command is defined before'] as const) : undefined)
    if (text) return { field: 'commands', text: at(n, text) }
    names.add(row.command)
  }
  return undefined
}
