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
