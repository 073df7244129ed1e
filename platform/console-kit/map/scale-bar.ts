/** A round distance and its length on the map, px. */
export type ScaleBar = { metres: number; width: number }

/** Returns the longest of 1, 2, 5 · 10ⁿ metres that fits into `most` px. */
export const scaleBar = (metresPerPixel: number, most: number): ScaleBar => {
  const longest = metresPerPixel * most
  const power = 10 ** Math.floor(Math.log10(longest))
  const metres = ([5, 2].find((step) => step * power <= longest) ?? 1) * power
  return { metres, width: metres / metresPerPixel }
}

/** Formats a distance: `500 m`, `2 km`. */
export const distanceText = (metres: number): string => (metres >= 1000 ? `${metres / 1000} km` : `${metres} m`)
