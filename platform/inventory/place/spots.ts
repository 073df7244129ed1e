const EARTH = 6_371_008.8
const RAD = Math.PI / 180

/** Distance between two near places given in degrees, m. */
export const metresBetween = (lng: number, lat: number, otherLng: number, otherLat: number): number =>
  EARTH * RAD * Math.hypot(lat - otherLat, (lng - otherLng) * Math.cos(lat * RAD))

export interface Spots {
  /** Index of the nearest stored place within the distance; -1 if there is none. */
  near(lng: number, lat: number): number
  /** Stores a place; returns its index, from 0. */
  add(lng: number, lat: number): number
}

/** Width of a cell as a multiple of the distance: few places then have neighbours in another cell. */
const WIDTH = 4

/** Finds near places by a grid: only the cells within the distance are checked. `metres`: at least 0.1. */
export const createSpots = (metres: number): Spots => {
  const reach = metres / (EARTH * RAD)
  const step = reach * WIDTH
  const heads = new Map<number, number>()
  const next: number[] = []
  const lngs: number[] = []
  const lats: number[] = []
  const rowOf = (lat: number): number => Math.floor((lat + 90) / step)
  // A column is as wide, at its latitude, as a row is high; the width depends only on the row.
  const shrink = (row: number): number => Math.max(0.01, Math.cos((row * step - 90) * RAD))
  const columnOf = (lng: number, row: number): number => Math.floor(((lng + 180) * shrink(row)) / step)
  const cell = (row: number, column: number): number => row * 134_217_728 + column

  return {
    near: (lng, lat) => {
      let best = -1
      let nearest = metres
      const top = rowOf(lat + reach)
      for (let row = rowOf(lat - reach); row <= top; row++) {
        const wide = reach / shrink(row)
        const right = columnOf(lng + wide, row)
        for (let column = columnOf(lng - wide, row); column <= right; column++)
          for (let at = heads.get(cell(row, column)) ?? -1; at >= 0; at = next[at]!) {
            const distance = metresBetween(lng, lat, lngs[at]!, lats[at]!)
            if (distance <= nearest) {
              nearest = distance
              best = at
            }
          }
      }
      return best
    },
    add: (lng, lat) => {
      const at = lngs.push(lng) - 1
      lats.push(lat)
      const row = rowOf(lat)
      const key = cell(row, columnOf(lng, row))
      next.push(heads.get(key) ?? -1)
      heads.set(key, at)
      return at
    },
  }
}
