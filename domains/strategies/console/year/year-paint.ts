import { type Calendar, type Night, type Sky, skyOf } from '@lamplight/calendar'

/** Nights of the heat map, and the parts of a night: ten minutes each. */
export const NIGHTS = 366
export const PARTS = 144

type Rgb = readonly [number, number, number]
/** Colours of the heat map, from the theme. */
export interface YearColours {
  readonly sky: Readonly<Record<Sky, Rgb>>
  readonly lit: Rgb
  readonly daylight: Rgb
  /** Nights on which the strategy does not apply fade to this. */
  readonly ground: Rgb
}

const mixed = (a: Rgb, b: Rgb, share: number): Rgb =>
  [0, 1, 2].map((at) => Math.round(a[at]! + (b[at]! - a[at]!) * share)) as unknown as Rgb
/** A pixel of `ImageData` as a number. */
const packed = ([r, g, b]: Rgb): number => (255 << 24) | (b << 16) | (g << 8) | r
const SKIES: readonly Sky[] = ['day', 'twilight', 'dark']
/** Share of the colour of light at the lowest level. */
const LEAST = 0.3
const FADED = 0.6

/** Pixels by sky and level; behind them those of nights without the strategy. */
export const tableOf = ({ sky, lit, daylight, ground }: YearColours): Int32Array => {
  const table = new Int32Array(3 * 101 + 3)
  SKIES.forEach((name, at) => {
    for (let level = 0; level <= 100; level++) {
      const light = name === 'day' ? daylight : lit
      table[at * 101 + level] = packed(level === 0 ? sky[name] : mixed(sky[name], light, LEAST + ((1 - LEAST) * level) / 100))
    }
    table[303 + at] = packed(mixed(sky[name], ground, FADED))
  })
  return table
}

/** The skies of a year at one place, filled when a night is first painted. */
export interface YearSky {
  readonly key: string
  readonly parts: Uint8Array
  readonly known: Uint8Array
}
export const noSky = (key: string): YearSky => ({ key, parts: new Uint8Array(NIGHTS * PARTS), known: new Uint8Array(NIGHTS) })

const skyColumn = (sky: YearSky, column: number, calendar: Calendar, night: Night): void => {
  if (sky.known[column]) return
  sky.known[column] = 1
  const parts = skyOf(calendar, night)
  let at = 0
  for (let part = 0; part < PARTS; part++) {
    const ms = night.start + ((part + 0.5) / PARTS) * (night.end - night.start)
    while (at < parts.length - 1 && parts[at]!.to <= ms) at++
    sky.parts[column * PARTS + part] = SKIES.indexOf(parts[at]?.sky ?? 'day')
  }
}

/** Paints one night into its column. `applies`: false for a night on which another strategy is in force. */
export const paintNight = (
  pixels: Int32Array,
  table: Int32Array,
  sky: YearSky,
  {
    column,
    calendar,
    night,
    applies,
  }: { readonly column: number; readonly calendar: Calendar; readonly night: Night; readonly applies: boolean },
): void => {
  skyColumn(sky, column, calendar, night)
  let [step, level] = [0, 0]
  for (let part = 0; part < PARTS; part++) {
    const ms = night.start + ((part + 0.5) / PARTS) * (night.end - night.start)
    while (step < night.steps.length && night.steps[step]!.at <= ms) level = night.steps[step++]!.level
    const at = sky.parts[column * PARTS + part]!
    pixels[part * NIGHTS + column] = applies ? table[at * 101 + Math.round(level)]! : table[303 + at]!
  }
}
