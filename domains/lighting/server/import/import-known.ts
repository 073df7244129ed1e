import type { PlannedLamp } from '@lamplight/inventory'
import { arrayOf, type Query } from '@lamplight/server-kit/data'
import type { ImportTarget, Unfit } from './import-batch.ts'
import { postsThere } from './import-posts.ts'

/** An existing lamp of the project with a key of the file. */
export interface KnownLamp {
  readonly id: string
  readonly key: string
  readonly sn: string
  readonly name: string
  readonly power: number | null
  readonly min_power: number | null
  readonly lamp_type: string | null
  readonly lng: number | null
  readonly lat: number | null
  readonly area_id: string | null
  readonly controller_id: string | null
  readonly gateway_id: string | null
  /** Value of its controller. */
  readonly activated: boolean | null
  readonly update_time: string
}

// During a large import the planner's statistics are outdated: `+ 0` keeps it from scanning the whole project for each batch.
const knownLamps = async (query: Query, projectId: string, lamps: readonly Pick<PlannedLamp, 'key'>[]): Promise<Map<string, KnownLamp>> => {
  const rows = await query<KnownLamp>(
    `select l.id, l.import_key as key, l.sn, l.name, l.power, l.min_power, l.lamp_type, l.lng, l.lat, l.area_id, l.controller_id, c.gateway_id, c.activated,
       l.update_time::text as update_time
     from lighting_lamp l left join lighting_controller c on c.id = l.controller_id
     where l.import_key = any($2) and l.project_id + 0 = $1 and not l.is_deleted`,
    [projectId, arrayOf(lamps.map((lamp) => lamp.key))],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

const EARTH = 6_371_008.8
/** Distance between two near places, m. */
const metres = (a: { lng: number; lat: number }, b: { lng: number; lat: number }): number => {
  const rad = Math.PI / 180
  return EARTH * Math.hypot((a.lat - b.lat) * rad, (a.lng - b.lng) * rad * Math.cos(a.lat * rad))
}
/** Tolerance for the same place, m: projections of one survey may differ by this much. */
const SAME_PLACE_M = 1

/** Default power at the lowest level, W. */
export const leastPower = (power: number | null): number | null => (power === null ? null : Math.round(power * 15) / 100)

/** The columns of a lamp that an import may change. */
export type LampValues = Pick<KnownLamp, 'sn' | 'name' | 'power' | 'min_power' | 'lamp_type' | 'lng' | 'lat' | 'area_id'>
export const valuesOf = ({ sn, name, power, min_power, lamp_type, lng, lat, area_id }: LampValues): LampValues => ({
  sn,
  name,
  power,
  min_power,
  lamp_type,
  lng,
  lat,
  area_id,
})

/** Returns the changes of an existing lamp by the file; null if there are none. Values that are blank in the file stay. */
export const wantedOf = (lamp: PlannedLamp, known: KnownLamp, areaId: string | null): LampValues | null => {
  const power = lamp.power ?? known.power
  const moved = known.lng === null || known.lat === null || metres(lamp, { lng: known.lng, lat: known.lat }) > SAME_PLACE_M
  const wanted: LampValues = {
    sn: lamp.number ?? known.sn,
    name: lamp.name,
    power,
    min_power: power !== known.power && known.min_power === leastPower(known.power) ? leastPower(power) : known.min_power,
    lamp_type: lamp.lampType ?? known.lamp_type,
    lng: moved ? lamp.lng : known.lng,
    lat: moved ? lamp.lat : known.lat,
    area_id: known.area_id ?? areaId,
  }
  const names = Object.keys(wanted) as (keyof LampValues)[]
  return names.some((name) => wanted[name] !== known[name]) ? wanted : null
}

/** Returns true if the file gives a cabinet to an existing lamp without a gateway. */
export const getsCabinet = (lamp: PlannedLamp, known: KnownLamp): boolean =>
  lamp.cabinet !== null && known.controller_id !== null && known.gateway_id === null

/** Returns true if the user may write to this lamp. */
const mayWrite = (target: ImportTarget, known: KnownLamp): boolean =>
  target.areaIds === null || (known.area_id !== null && target.areaIds.includes(known.area_id))

/** Returns the tenant's lamps, of any project, that already have one of the numbers in these rows, by number. */
const holdersOf = async (
  query: Query,
  target: ImportTarget,
  lamps: readonly PlannedLamp[],
  known: ReadonlyMap<string, KnownLamp>,
): Promise<ReadonlyMap<string, string>> => {
  const numbers = lamps.flatMap((lamp) => (lamp.number !== null && lamp.number !== known.get(lamp.key)?.sn ? [lamp.number] : []))
  if (numbers.length === 0) return new Map()
  const rows = await query<{ id: string; sn: string }>(
    'select id, sn from lighting_lamp where tenant_id = $1 and sn = any($2) and not is_deleted',
    [target.tenantId, arrayOf(numbers)],
  )
  return new Map(rows.map(({ id, sn }) => [sn, id]))
}
const numberTaken = (number: string): Unfit['reason'] => [`编号 ${number} 已被其他灯具使用`, `The number ${number} belongs to another lamp`]

const OTHER_AREA: Unfit['reason'] = ['它所在的区域不在授权范围内', 'It is in an area that you have no right to']

export interface Sorted {
  readonly fresh: PlannedLamp[]
  readonly there: [PlannedLamp, KnownLamp][]
  readonly unfit: Unfit[]
}
/** Sorts lamps into new ones, existing ones, and ones to which the user may not write. */
export const sortOut = async (query: Query, target: ImportTarget, lamps: readonly PlannedLamp[]): Promise<Sorted> => {
  const known = await knownLamps(query, target.projectId, lamps)
  const holders = await holdersOf(query, target, lamps, known)
  // If one lamp of a row cannot be stored, the others of the row are not stored either.
  const unfit = new Map<number, Unfit['reason']>()
  for (const lamp of lamps) {
    const old = known.get(lamp.key)
    const holder = lamp.number === null ? undefined : holders.get(lamp.number)
    if (lamp.number !== null && holder !== undefined && holder !== old?.id) unfit.set(lamp.row, numberTaken(lamp.number))
    else if (old && !mayWrite(target, old)) unfit.set(lamp.row, OTHER_AREA)
  }
  const sorted: Sorted = { fresh: [], there: [], unfit: [...unfit].map(([row, reason]) => ({ row, reason })) }
  for (const lamp of lamps) {
    if (unfit.has(lamp.row)) continue
    const old = known.get(lamp.key)
    if (old) sorted.there.push([lamp, old])
    else sorted.fresh.push(lamp)
  }
  return sorted
}

/** Effect of an import on a valid row. */
export type Fate = 'added' | 'changed' | 'unchanged'

/** Placeholder for an area that is named by the file and may not exist yet. */
const SOME_AREA = 'named by the file'

/** Returns whether each lamp is new, changed or unchanged, and the keys of the posts that the import would make; writes nothing. */
export const compareLamps = async (query: Query, target: ImportTarget, lamps: readonly PlannedLamp[]) => {
  const { fresh, there, unfit } = await sortOut(query, target, lamps)
  const fates: [PlannedLamp, Fate][] = [
    ...fresh.map((lamp): [PlannedLamp, Fate] => [lamp, 'added']),
    ...there.map(([lamp, old]): [PlannedLamp, Fate] => {
      const differs = wantedOf(lamp, old, lamp.district ? SOME_AREA : null) !== null || getsCabinet(lamp, old)
      return [lamp, differs ? 'changed' : 'unchanged']
    }),
  ]
  const posts = await postsThere(query, target, fresh)
  const newPosts = fresh.flatMap(({ post }) => (posts.has(post) ? [] : [post]))
  return { fates: fates.sort(([a], [b]) => a.row - b.row), unfit, newPosts }
}
