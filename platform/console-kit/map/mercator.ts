/** Width of the world in units: web mercator as unsigned 32-bit integers has a resolution of 1 cm, 1/32 px at zoom 20, in 4 bytes. */
export const WORLD = 2 ** 32
const MAX_LATITUDE = 85.0511287798
const TILE = 256

/** Converts longitude in degrees to world units, west to east. */
export const lngToWorld = (lng: number): number => Math.min(WORLD - 1, Math.max(0, (lng / 360 + 0.5) * WORLD))

/** Converts latitude in degrees to world units, north to south (like screen coordinates). */
export const latToWorld = (lat: number): number => {
  const sin = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * Math.PI) / 180)
  return Math.min(WORLD - 1, Math.max(0, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * WORLD))
}

/** Converts world units to longitude in degrees. */
export const worldToLng = (x: number): number => (x / WORLD - 0.5) * 360

/** Converts world units to latitude in degrees. */
export const worldToLat = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI

/** Pixels of one world unit at `zoom` (Leaflet's EPSG:3857 with tiles of 256 px). */
export const pixelsPerUnit = (zoom: number): number => (TILE * 2 ** zoom) / WORLD

/** World units of one metre on the ground at latitude `lat`. */
export const unitsPerMetre = (lat: number): number => WORLD / (40_075_016.686 * Math.cos((lat * Math.PI) / 180))

/** A rectangle in world units, both ends inclusive. */
export type WorldBox = { minX: number; minY: number; maxX: number; maxY: number }
