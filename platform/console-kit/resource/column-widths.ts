/** A column that is wider than this beyond its need looks empty, px. */
const MOST_SPARE = 160

/**
 * Widths at which no column is cut while the table is not scrolled: the leading ones that fit into `room` px take what is left of it,
 * the others follow beyond the edge. All as they are where they fit together, or where the spare room would leave holes.
 */
export const wholeColumns = (widths: readonly number[], room: number): readonly number[] => {
  let fitting = 0
  let used = 0
  while (fitting < widths.length && used + widths[fitting]! <= room) used += widths[fitting++]!
  const spare = fitting === 0 || fitting === widths.length ? 0 : (room - used) / fitting
  return spare > MOST_SPARE ? widths : widths.map((width, at) => (at < fitting ? width + spare : width))
}

/**
 * Widths for `room` px: as wanted where all fit; else each column gives up the same share of what it has above `least`, so that none lies beyond the
 * edge. Where not even the least widths fit, the columns keep what they want and some follow beyond the edge (`wholeColumns`).
 */
export const fitColumns = (wanted: readonly number[], least: readonly number[], room: number): readonly number[] => {
  const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0)
  const [most, fewest] = [sum(wanted), sum(least)]
  if (most <= room || fewest > room) return wholeColumns(wanted, room)
  const share = (room - fewest) / (most - fewest)
  return wanted.map((width, at) => (least[at] ?? width) + (width - (least[at] ?? width)) * share)
}
