const EARTH = 6_371_008.8
const RAD = Math.PI / 180

/** Metres between two near places, in degrees. */
export const metresBetween = (lng: number, lat: number, otherLng: number, otherLat: number): number =>
  EARTH * RAD * Math.hypot(lat - otherLat, (lng - otherLng) * Math.cos(lat * RAD))

export interface Spots {
  /** Number of the nearest place known within the distance; -1 when there is none. */
  near(lng: number, lat: number): number
  /** Keeps a place; answers its number, from 0. */
  add(lng: number, lat: number): number
}

/** Places in a grid whose cells are as wide as `metres`, so that a neighbour is in one of nine cells. */
export const createSpots = (metres: number): Spots => {
  const step = metres / (EARTH * RAD)
  const heads = new Map<number, number>()
  const next: number[] = []
  const lngs: number[] = []
  const lats: number[] = []
  const rowOf = (lat: number): number => Math.floor((lat + 90) / step)
  // A column is as wide at its latitude as a row is high; rows of one grid line agree on it.
  const columnOf = (lng: number, row: number): number =>
    Math.floor(((lng + 180) * Math.max(0.01, Math.cos((row * step - 90) * RAD))) / step)
  const cell = (row: number, column: number): number => row * 134_217_728 + column

  return {
    near: (lng, lat) => {
      const row = rowOf(lat)
      let best = -1
      let nearest = metres
      for (let r = row - 1; r <= row + 1; r++) {
        const column = columnOf(lng, r)
        for (let c = column - 1; c <= column + 1; c++)
          for (let at = heads.get(cell(r, c)) ?? -1; at >= 0; at = next[at]!) {
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
