/**
 * Units of device properties by their UCUM codes (ucum.org), with the symbol that is shown. SenML (RFC 8428) uses mostly the same codes; a
 * driver for devices with other units converts their values.
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '%',
  A: 'A',
  Cel: '°C',
  Hz: 'Hz',
  K: 'K',
  L: 'L',
  'L/min': 'L/min',
  Pa: 'Pa',
  V: 'V',
  W: 'W',
  kW: 'kW',
  'W.h': 'Wh',
  'kW.h': 'kWh',
  'V.A': 'VA',
  var: 'var',
  d: 'd',
  dB: 'dB',
  'dB[mW]': 'dBm',
  'cd/m2': 'cd/m²',
  deg: '°',
  h: 'h',
  hPa: 'hPa',
  kPa: 'kPa',
  km: 'km',
  'km/h': 'km/h',
  lx: 'lx',
  m: 'm',
  'm/s': 'm/s',
  mA: 'mA',
  min: 'min',
  mm: 'mm',
  'mm/h': 'mm/h',
  mV: 'mV',
  ms: 'ms',
  s: 's',
  'ug/m3': 'µg/m³',
  'W/m2': 'W/m²',
  '[ppm]': 'ppm',
  kB: 'kB',
  MB: 'MB',
}

/** Codes of all known units. */
export const UNIT_CODES: readonly string[] = Object.keys(SYMBOLS)
export const isUnit = (code: string): boolean => Object.hasOwn(SYMBOLS, code)

/** Returns the symbol of a unit; the code itself if it has none. */
export const unitSymbol = (code: string): string => SYMBOLS[code] ?? code

/** A formatted number with the symbol of its unit: `¥` precedes it, `%` and `°` follow directly, others after a space that does not break. */
export const withUnit = (number: string, symbol: string): string => {
  if (symbol === '¥') return symbol + number
  return /^[%°℃盏]/.test(symbol) ? number + symbol : `${number}\u00A0${symbol}`
}

/** Units of energy, each a thousand times the one before. A value above 9,999 is shown in the next unit with two decimals. */
const ENERGY = ['Wh', 'kWh', 'MWh', 'GWh'] as const
/** True if `symbol` is a unit of energy. */
export const isEnergy = (symbol: string): boolean => symbol.endsWith('Wh')
/** Converts energy to Wh, kWh or MWh by its size; other values keep their unit. `decimals` is the number of shown decimals. */
export const readable = (
  value: number,
  symbol: string,
  decimals?: number,
): { readonly value: number; readonly symbol: string; readonly decimals?: number | undefined } => {
  let step = (ENERGY as readonly string[]).indexOf(symbol)
  if (step < 0 || Math.abs(value) < 10_000) return { value, symbol, decimals }
  let scaled = value
  while (Math.abs(scaled) >= 10_000 && step < ENERGY.length - 1) {
    scaled /= 1000
    step += 1
  }
  return { value: scaled, symbol: ENERGY[step] as string, decimals: 2 }
}
