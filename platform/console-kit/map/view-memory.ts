/** A view of the map; in WGS-84 degrees, so that it is independent of the tiles. */
export type MapView = { lng: number; lat: number; zoom: number }

const keyOf = (key: string): string => `ll-map:${key}`
const isView = (value: unknown): value is MapView =>
  typeof value === 'object' &&
  value !== null &&
  (['lng', 'lat', 'zoom'] as const).every((name) => name in value && Number.isFinite((value as Record<string, unknown>)[name]))

/** Returns the view of this tab under `key`; undefined if there is none or the storage is not accessible. */
export const recallView = (key: string): MapView | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null')
    return isView(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores the view for this tab; without access to the storage it is forgotten. */
export const rememberView = (key: string, view: MapView): void => {
  try {
    sessionStorage.setItem(keyOf(key), JSON.stringify(view))
  } catch {
    // Private windows may refuse storage; the map then starts with all lamps.
  }
}
