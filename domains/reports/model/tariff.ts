import type { Text } from '@lamplight/kit'

/** A part of the day with its price. */
export interface PriceBand {
  /** Minutes after local midnight; the band lasts until the next one, the last one until the first of the next day. */
  readonly from: number
  /** Money for a kWh. */
  readonly price: number
}
const DAY_MINUTES = 1440
const HOURS = 24

/** Reads a tariff such as `08:00=0.85;22:00=0.42`. Parts that cannot be read are left out. */
export const readTariff = (text: string): readonly PriceBand[] =>
  text
    .split(';')
    .flatMap((part) => {
      const found = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part)
      return found ? [{ from: Number(found[1]) * 60 + Number(found[2]), price: Number(found[3]) }] : []
    })
    .sort((a, b) => a.from - b.from)

const FROM = ['{from} 起 {price} 元/kWh', '{price} CNY/kWh from {from}'] as const satisfies Text
/** A tariff in words: `08:00=0.85;22:00=0.42` gives "0.85 CNY/kWh from 08:00, 0.42 CNY/kWh from 22:00". */
export const tariffWords = (tariff: string, t: (text: Text, values: Readonly<Record<string, string>>) => string): string =>
  tariff
    .split(';')
    .map((part) => part.trim().split('='))
    .flatMap(([from = '', price]) => (price === undefined ? (from ? [from] : []) : [t(FROM, { from, price })]))
    .join(t(['，', ', '], {}))

/** Price of each hour of the day; an hour in which a band begins has the mean of its minutes. Zeros without a band. */
export const hourPrices = (bands: readonly PriceBand[]): readonly number[] => {
  const priceAt = (minute: number): number => (bands.findLast(({ from }) => from <= minute) ?? bands.at(-1))?.price ?? 0
  return Array.from({ length: HOURS }, (_, hour) => {
    const edges = [hour * 60, ...bands.map(({ from }) => from).filter((from) => from > hour * 60 && from < hour * 60 + 60), hour * 60 + 60]
    let money = 0
    for (const [n, from] of edges.slice(0, -1).entries()) money += priceAt(from % DAY_MINUTES) * ((edges[n + 1] ?? from) - from)
    return Math.round((money / 60) * 1e6) / 1e6
  })
}

/** Band of an hour: at the highest price, at the lowest, or in between. With one price all hours are in between. */
export const bandOfHour = (prices: readonly number[], hour: number): 'peak' | 'flat' | 'valley' => {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const price = prices[hour] ?? 0
  if (lowest === highest) return 'flat'
  return price === highest ? 'peak' : price === lowest ? 'valley' : 'flat'
}

/** Cost of the energy of the hours of a day (mWh each), in the money of the prices. */
export const costOf = (hours: readonly number[], prices: readonly number[]): number =>
  hours.reduce((money, energy, hour) => money + (energy / 1e6) * (prices[hour] ?? 0), 0)

/** Mean price from 18:00 to 06:00, for energy of lamps whose hours are not known. */
export const nightPrice = (prices: readonly number[]): number => {
  const night = prices.filter((_, hour) => hour >= 18 || hour < 6)
  return night.reduce((sum, price) => sum + price, 0) / Math.max(1, night.length)
}
