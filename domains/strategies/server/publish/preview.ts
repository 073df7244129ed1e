import {
  type Calendar,
  costOf,
  createCalendar,
  dateOf,
  energyOf,
  figuresOf,
  type Night,
  type NightFigures,
  type PowerCurve,
  type Program,
  type SkyPart,
  skyOf,
  type TariffBand,
} from '@lamplight/calendar'
import type { NightSums } from '../../model/publication-facts.ts'

/** Number of map cells in a degree. All lamps of a cell get the sun events of its middle: an error of at most 12 s. */
export const CELLS_PER_DEGREE = 20

/** Lamps that are alike: the same cell of the map, power curve and present strategies. */
export interface Lot {
  readonly lat: number
  readonly lng: number
  readonly lamps: number
  /** W; null if unknown: the lamp counts with no energy. */
  readonly power: number | null
  readonly minPower: number | null
  readonly minLevel: number | null
  /** Two lamps with half of the power each, which the entries of a program may name by `head`. */
  readonly twoWay?: boolean | undefined
  /** Key of the program that it follows now. */
  readonly now: string
  /** Key of the program that it would follow. */
  readonly next: string
}

type Adding = { -readonly [Name in keyof NightSums]: number }
export interface PreviewNight {
  readonly night: string
  readonly next: NightSums
  readonly now: NightSums
}
export interface PreviewInput {
  readonly lots: readonly Lot[]
  readonly programs: ReadonlyMap<string, Program>
  readonly zone: string
  readonly from: number
  readonly nights: number
  readonly bands: readonly TariffBand[]
  /** kg CO2 per kWh. */
  readonly co2: number
}

export const noSums = (): Adding => ({ lit: 0, litInDaylight: 0, darkBeforeDusk: 0, darkAtNight: 0, kwh: 0, cost: 0, co2: 0 })

/** Standby power, W, as the ledger expects it of a lamp that is off (docs/devices.md). */
const STANDBY = 0.5
export const curveOf = ({ power, minPower, minLevel }: Pick<Lot, 'power' | 'minPower' | 'minLevel'>): PowerCurve => {
  if (power === null) return { standby: 0, points: [] }
  const low = minLevel ?? 10
  return { standby: STANDBY, points: [[low, minPower ?? power * 0.15], ...(low < 100 ? [[100, power] as const] : [])] }
}

const addTo = (sums: Adding, figures: NightFigures, { lamps, ...lot }: Lot, { bands, co2 }: Pick<PreviewInput, 'bands' | 'co2'>): void => {
  const curve = curveOf(lot)
  const kwh = lamps * energyOf(figures.spells, curve)
  sums.lit += lamps * figures.lit
  sums.litInDaylight += lamps * figures.litInDaylight
  sums.darkBeforeDusk += lamps * figures.darkBeforeDusk
  sums.darkAtNight += lamps * figures.darkAtNight
  sums.kwh += kwh
  sums.cost += lamps * costOf(figures.spells, curve, bands)
  sums.co2 += kwh * co2
}

const byHead = new WeakMap<Program, boolean>()
/** True if an entry of the program acts on one head only. */
const namesHeads = (program: Program): boolean => {
  let known = byHead.get(program)
  if (known === undefined) {
    known = [...program.entries, ...(program.specials ?? []).flatMap(({ entries }) => entries)].some(({ head }) => head !== undefined)
    byHead.set(program, known)
  }
  return known
}
/** Keys of the calendars of a lot: head number and key of the program. A lamp with one head follows the entries of head 1. */
const keysOf = ({ twoWay, ...lot }: Lot, which: 'now' | 'next', programOf: (key: string) => Program): string[] =>
  (twoWay && namesHeads(programOf(lot[which])) ? [1, 2] : [1]).map((head) => `${head} ${lot[which]}`)

/** Lets other work of the process run. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const PAUSE_MS = 8

/**
 * Computes what programs mean for lamps on each night: exactly for the middle of each cell, with each lamp's own power curve. It pauses every few
 * milliseconds, so that other requests are answered meanwhile. `told`: nights done so far, of all cells.
 */
export const previewNights = async (input: PreviewInput, told?: (done: number, total: number) => void): Promise<PreviewNight[]> => {
  const { lots, programs, zone, from, nights, bands } = input
  const found = Array.from({ length: nights }, (_, n) => ({ night: dateOf(from + n), next: noSums(), now: noSums() }))
  const cells = [...Map.groupBy(lots, ({ lat, lng }) => `${lat},${lng}`).values()]
  let paused = performance.now()
  for (const [done, cell] of cells.entries()) {
    const [first] = cell
    if (!first) continue
    const site = { lat: first.lat, lng: first.lng, zone }
    const calendars = new Map<string, Calendar>()
    const own = (key: string): Program => programs.get(key) ?? { entries: [] }
    for (const key of cell.flatMap((lot) => keysOf(lot, 'now', own).concat(keysOf(lot, 'next', own))))
      if (!calendars.has(key)) calendars.set(key, createCalendar(own(key.slice(2)), site, Number(key[0])))
    const [any] = calendars.values()
    for (let n = 0; n < nights; n++) {
      const day = from + n
      let sky: readonly SkyPart[] | undefined
      const figures = new Map<string, NightFigures>()
      for (const [key, calendar] of calendars) {
        const night: Night = calendar.night(day)
        sky ??= skyOf(any!, night)
        figures.set(key, figuresOf(calendar, night, { bands, sky }))
      }
      for (const lot of cell)
        for (const which of ['next', 'now'] as const) {
          const keys = keysOf(lot, which, own)
          for (const key of keys) addTo(found[n]![which], figures.get(key)!, { ...lot, lamps: lot.lamps / keys.length }, input)
        }
      if (performance.now() - paused > PAUSE_MS) {
        told?.(done * nights + n + 1, cells.length * nights)
        await pause()
        paused = performance.now()
      }
    }
  }
  return found
}

/** Reads a tariff such as `08:00=0.85;22:00=0.42`: local times and prices of a kWh. Parts that cannot be read are left out. */
export const bandsOf = (text: string): TariffBand[] =>
  text
    .split(';')
    .flatMap((part) => {
      const found = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part)
      return found ? [{ from: Number(found[1]) * 60 + Number(found[2]), price: Number(found[3]) }] : []
    })
    .sort((a, b) => a.from - b.from)
