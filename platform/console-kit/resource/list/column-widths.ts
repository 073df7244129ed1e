/** A column with more spare width than this looks empty, px. */
const MOST_SPARE = 160

/**
 * Widths with which no column is cut at the edge before scrolling: the first ones that fit into `room` px share the rest of it, the others
 * follow beyond the edge. Returns the widths unchanged if all fit, or if the spare room would leave gaps.
 */
export const wholeColumns = (widths: readonly number[], room: number): readonly number[] => {
  let fitting = 0
  let used = 0
  while (fitting < widths.length && used + widths[fitting]! <= room) used += widths[fitting++]!
  const spare = fitting === 0 || fitting === widths.length ? 0 : (room - used) / fitting
  return spare > MOST_SPARE ? widths : widths.map((width, at) => (at < fitting ? width + spare : width))
}

const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0)

/**
 * Smallest widths, raised to `need` px in order as far as all columns still fit into `room` px. Columns that do not fit anyway are scrolled:
 * each gets what it needs.
 */
export const raisedWithin = (least: readonly number[], need: readonly number[], room: number): readonly number[] => {
  let spare = room - sum(least)
  if (spare < 0) spare = Number.POSITIVE_INFINITY
  return least.map((width, at) => {
    const more = Math.min(spare, Math.max(0, (need[at] ?? 0) - width))
    spare -= more
    return width + more
  })
}

/**
 * Widths for `room` px: as wanted if all fit; else each column shrinks by the same share of its width above `least`, so that none is beyond the
 * edge. If even the smallest widths do not fit, the columns keep their widths and some follow beyond the edge (`wholeColumns`).
 */
export const fitColumns = (wanted: readonly number[], least: readonly number[], room: number): readonly number[] => {
  const [most, fewest] = [sum(wanted), sum(least)]
  if (most <= room || fewest > room) return wholeColumns(wanted, room)
  const share = (room - fewest) / (most - fewest)
  return wanted.map((width, at) => (least[at] ?? width) + (width - (least[at] ?? width)) * share)
}
