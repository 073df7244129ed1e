/** Placement of a piece of text: its middle and rotation. */
export type Placement = { x: number; y: number; angle: number }

/** The length of a polyline [x0, y0, x1, y1, …]. */
export const lengthOf = (line: ArrayLike<number>): number => {
  let sum = 0
  for (let i = 2; i < line.length; i += 2) sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!)
  return sum
}

/** Returns point and direction at `distance` along the line; the line's ends for distances beyond them. */
export const alongLine = (line: ArrayLike<number>, distance: number): Placement => {
  let left = distance
  for (let i = 2; i < line.length; i += 2) {
    const dx = line[i]! - line[i - 2]!
    const dy = line[i + 1]! - line[i - 1]!
    const length = Math.hypot(dx, dy)
    if (left <= length || i + 2 >= line.length) {
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, left / length))
      return { x: line[i - 2]! + dx * share, y: line[i - 1]! + dy * share, angle: Math.atan2(dy, dx) }
    }
    left -= length
  }
  return { x: line[0]!, y: line[1]!, angle: 0 }
}

/** Largest change of direction from the first to the last character, radians. */
const MOST_BEND = 0.7
/** Up to this deviation a name is written as one straight piece instead of single characters, px. */
const STRAIGHT = 2.5

const turned = (angle: number, by: number): number => Math.atan2(Math.sin(angle - by), Math.cos(angle - by))

/**
 * Places characters with the given `advances` (px) along a line, centred `middle` px from its start, reading left to right. Returns one
 * placement if the line is straight there, else one per character; undefined if the line bends too much or is too short.
 */
export const layText = (line: ArrayLike<number>, advances: readonly number[], middle: number): Placement[] | undefined => {
  const width = advances.reduce((sum, advance) => sum + advance, 0)
  const start = middle - width / 2
  if (start < 0 || start + width > lengthOf(line)) return undefined
  const from = alongLine(line, start)
  const to = alongLine(line, start + width)
  const chord = Math.atan2(to.y - from.y, to.x - from.x)
  if (Math.abs(turned(from.angle, chord)) > MOST_BEND || Math.abs(turned(to.angle, chord)) > MOST_BEND) return undefined
  const centre = alongLine(line, middle)
  const midway = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const leftward = Math.cos(chord) < -0.001 || (Math.abs(Math.cos(chord)) <= 0.001 && Math.sin(chord) < 0)
  const upright = leftward ? chord + Math.PI : chord
  if (Math.hypot(centre.x - midway.x, centre.y - midway.y) <= STRAIGHT && Math.hypot(to.x - from.x, to.y - from.y) > width - STRAIGHT) {
    return [{ ...midway, angle: upright }]
  }
  let done = 0
  return advances.map((advance) => {
    const at = done + advance / 2
    done += advance
    const spot = alongLine(line, leftward ? start + width - at : start + at)
    return { ...spot, angle: leftward ? spot.angle + Math.PI : spot.angle }
  })
}

/** Moves text `by` px upwards, beside the line. */
export const beside = (placements: readonly Placement[], by: number): Placement[] =>
  placements.map(({ x, y, angle }) => ({ x: x + by * Math.sin(angle), y: y - by * Math.cos(angle), angle }))

/** Area covered by text, px. */
export type TextBox = { left: number; top: number; right: number; bottom: number }

/** Returns the area of placed text with width `width` and height `height`, px. */
export const boxOfText = (placements: readonly Placement[], width: number, height: number): TextBox => {
  const piece = placements.length === 1 ? width : height
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (const { x, y, angle } of placements) {
    const halfX = (Math.abs(Math.cos(angle)) * piece + Math.abs(Math.sin(angle)) * height) / 2
    const halfY = (Math.abs(Math.sin(angle)) * piece + Math.abs(Math.cos(angle)) * height) / 2
    box.left = Math.min(box.left, x - halfX)
    box.right = Math.max(box.right, x + halfX)
    box.top = Math.min(box.top, y - halfY)
    box.bottom = Math.max(box.bottom, y + halfY)
  }
  return box
}

export const collides = (box: TextBox, taken: readonly TextBox[]): boolean =>
  taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)
