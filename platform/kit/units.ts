/**
 * Units of device properties by their UCUM codes (ucum.org), with the symbol that is shown. SenML (RFC 8428) names most of them alike; a driver
 * whose devices speak other units converts when a report arrives.
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '%',
  A: 'A',
  Cel: '°C',
  Hz: 'Hz',
  K: 'K',
  Pa: 'Pa',
  V: 'V',
  W: 'W',
  'W.h': 'Wh',
  'kW.h': 'kWh',
  'V.A': 'VA',
  var: 'var',
  d: 'd',
  dB: 'dB',
  'dB[mW]': 'dBm',
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
}

export const isUnit = (code: string): boolean => Object.hasOwn(SYMBOLS, code)

/** The symbol of a unit; the code itself where there is none. */
export const unitSymbol = (code: string): string => SYMBOLS[code] ?? code
