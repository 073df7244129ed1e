import gcoord from 'gcoord'
import { latToWorld, lngToWorld } from './mercator.ts'

// The package's types put the default export into `.default`; bundlers and Node provide it directly.
const { transform, CRSTypes } = gcoord as unknown as typeof gcoord.default

/** Datum of the base map: WGS-84, or the shifted GCJ-02 of Chinese public tile services. */
export type DisplayCrs = 'wgs84' | 'gcj02'

/** Converts a stored position (WGS-84) to the datum `crs`; degrees. */
export const toDisplay = (lng: number, lat: number, crs: DisplayCrs): [lng: number, lat: number] =>
  crs === 'gcj02' ? transform([lng, lat], CRSTypes.WGS84, CRSTypes.GCJ02) : [lng, lat]

/** Converts a map position in `crs` to WGS-84; degrees. */
export const fromDisplay = (lng: number, lat: number, crs: DisplayCrs): [lng: number, lat: number] =>
  crs === 'gcj02' ? transform([lng, lat], CRSTypes.GCJ02, CRSTypes.WGS84) : [lng, lat]

/** False for NaN and for 0°/0°, which means "not entered" in inventories. */
export const hasPosition = (lng: number, lat: number): boolean => Number.isFinite(lng) && Number.isFinite(lat) && (lng !== 0 || lat !== 0)

/** Positions in world units; `placed[k]` is the index of the k-th lamp that has a position. */
export type Placed = { readonly x: Uint32Array; readonly y: Uint32Array; readonly placed: Uint32Array }

/** Projects WGS-84 degrees to world units of `crs`; leaves out lamps without a position. */
export const projectPoints = (n: number, lng: Float64Array, lat: Float64Array, crs: DisplayCrs): Placed => {
  const x = new Uint32Array(n)
  const y = new Uint32Array(n)
  const placed = new Uint32Array(n)
  let k = 0
  for (let i = 0; i < n; i++) {
    let lo = lng[i]!
    let la = lat[i]!
    if (!hasPosition(lo, la)) continue
    if (crs === 'gcj02') [lo, la] = toDisplay(lo, la, crs)
    x[k] = lngToWorld(lo)
    y[k] = latToWorld(la)
    placed[k++] = i
  }
  return k === n ? { x, y, placed } : { x: x.slice(0, k), y: y.slice(0, k), placed: placed.slice(0, k) }
}
