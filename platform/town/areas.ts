import type { Text } from '@lamplight/kit'
import type { Layout, Uv } from './layout.ts'
import { createNameGiver } from './names.ts'
import type { PlannedPost } from './posts.ts'
import { DISTRICT_NAMES } from './words.ts'

export interface Area {
  readonly code: string
  readonly name: Text
  /** Code of the district of a sub-district; absent for a district. */
  readonly parent?: string
}

type District = keyof typeof DISTRICT_NAMES

/** Side of a sub-district, m. */
const CELL = 1000
/** Cells with fewer lamps join the nearest larger one, so that each sub-district has enough lamps for a cabinet. */
const FEWEST = 60

const districtOf = (layout: Layout, [u, v]: Uv): District => {
  if (layout.radius < 1000 || Math.hypot(u, v) < 0.4 * layout.radius) return 'centre'
  const quarter = Math.floor(((Math.atan2(v, u) + Math.PI / 4 + 2 * Math.PI) % (2 * Math.PI)) / (Math.PI / 2))
  return (['east', 'north', 'west', 'south'] as const)[quarter] ?? 'centre'
}

interface Cell {
  readonly at: Uv
  lamps: number
}

const cellsOf = (posts: readonly PlannedPost[]): { keyOf: (at: Uv) => string; cells: Map<string, Cell> } => {
  const index = (value: number): number => Math.floor(value / CELL + 0.5)
  const keyOf = ([u, v]: Uv): string => `${index(u)} ${index(v)}`
  const cells = new Map<string, Cell>()
  for (const { at, lamps } of posts) {
    const cell = cells.get(keyOf(at)) ?? { at: [index(at[0]) * CELL, index(at[1]) * CELL], lamps: 0 }
    cell.lamps += lamps
    cells.set(keyOf(at), cell)
  }
  return { keyOf, cells }
}

const nearest = (to: Cell, among: readonly Cell[]): Cell =>
  among.reduce((best, cell) =>
    Math.hypot(cell.at[0] - to.at[0], cell.at[1] - to.at[1]) < Math.hypot(best.at[0] - to.at[0], best.at[1] - to.at[1]) ? cell : best,
  )

/** Divides the town into districts and sub-districts. `areaOf` returns the code of the sub-district of a post's position. */
export const planAreas = (layout: Layout, posts: readonly PlannedPost[]): { areas: Area[]; areaOf: (at: Uv) => string } => {
  const { keyOf, cells } = cellsOf(posts)
  const large = [...cells.values()].filter(({ lamps }) => lamps >= FEWEST)
  const seats = large.length ? large : [...cells.values()].slice(0, 1)
  const names = createNameGiver(layout.seed + 1)
  const areas: Area[] = []
  const codes = new Map<Cell, string>()
  for (const [order, district] of (Object.keys(DISTRICT_NAMES) as District[]).entries()) {
    const own = seats.filter((cell) => districtOf(layout, cell.at) === district)
    if (!own.length) continue
    const code = String(order + 1).padStart(2, '0')
    areas.push({ code, name: DISTRICT_NAMES[district] })
    own.sort((a, b) => a.at[1] - b.at[1] || a.at[0] - b.at[0])
    for (const [number, cell] of own.entries()) {
      const [zh, en] = names.next()
      codes.set(cell, `${code}${String(number + 1).padStart(3, '0')}`)
      areas.push({ code: codes.get(cell)!, name: [`${zh}街道`, `${en} Subdistrict`], parent: code })
    }
  }
  const seatOf = new Map([...cells].map(([key, cell]) => [key, codes.get(cell) ?? codes.get(nearest(cell, seats))!]))
  return { areas, areaOf: (at) => seatOf.get(keyOf(at))! }
}
