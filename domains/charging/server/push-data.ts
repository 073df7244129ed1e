import { createHash } from 'node:crypto'
import { errors } from '@lamplight/server-kit'
import { readStamp } from './signature.ts'

export type Data = Readonly<Record<string, unknown>>
const wrong = (field: string) => errors.badParameter({ field }, field)
const missing = (field: string) => errors.missingParameter({ field }, field)
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Parses the `Data` of a push. Throws a 400 that names `Data` unless it is a JSON object. */
export const dataIn = (text: string): Data => {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw wrong('Data')
  }
  if (!isData(read)) throw wrong('Data')
  return read
}

/** SHA-256 of the Data of a push as sent, hexadecimal. */
export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Each function reads one value of a push, and throws a 400 that names the value if it is missing or wrong. */
export const need = {
  object: (data: Data, name: string): Data => {
    const value = data[name]
    if (isAbsent(value)) throw missing(name)
    if (!isData(value)) throw wrong(name)
    return value
  },
  list: (data: Data, name: string, most: number): readonly Data[] => {
    const value = data[name]
    if (isAbsent(value)) throw missing(name)
    if (!Array.isArray(value) || value.length > most || !value.every(isData)) throw wrong(name)
    return value as Data[]
  },
  text: (data: Data, name: string, pattern = /^[A-Za-z0-9_-]{1,40}$/): string => {
    const value = typeof data[name] === 'number' ? String(data[name]) : data[name]
    if (isAbsent(value)) throw missing(name)
    if (typeof value !== 'string' || !pattern.test(value)) throw wrong(name)
    return value
  },
  /** Epoch ms. */
  time: (data: Data, name: string): number => {
    const at = readStamp(need.text(data, name, /^[\d :-]{14,19}$/))
    if (at === undefined) throw wrong(name)
    return at
  },
  number: (data: Data, name: string, { min = 0, max = 1e9 }: { readonly min?: number; readonly max?: number } = {}): number => {
    const value = data[name]
    if (isAbsent(value)) throw missing(name)
    const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) throw wrong(name)
    return number
  },
}
type Needs = typeof need
/** Reads a value like `need`, but returns undefined if it is missing. */
export const may = <K extends keyof Needs>(
  kind: K,
  data: Data,
  name: string,
  more?: Parameters<Needs[K]>[2],
): ReturnType<Needs[K]> | undefined =>
  isAbsent(data[name]) ? undefined : (need[kind] as (...all: unknown[]) => ReturnType<Needs[K]>)(data, name, more)

const MONEY = { max: 1_000_000 }
/** Reads an amount of yuan, and returns whole fen. */
export const fenIn = (data: Data, name: string): number => Math.round(need.number(data, name, MONEY) * 100)
/** Reads an energy in kWh, and returns whole Wh. */
export const whIn = (data: Data, name: string): number => Math.round(need.number(data, name, { max: 100_000 }) * 1000)
