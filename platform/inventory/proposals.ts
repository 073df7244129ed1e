import { LIMITS, refuse } from './limits.ts'
import type { Inspection, PlannedLamp, Proposal } from './model.ts'
import { createSpots, metresBetween } from './place/spots.ts'
import { readOsm } from './read/osm.ts'
import { isLamp, isLitWay } from './read/osm-lamps.ts'

export interface ProposalOptions {
  /** Distance of lamps along a way, m; default 30. */
  readonly spacing?: number
}
const SPACING_M = 30
/** A lamp within this share of the spacing takes the place: a drawn one, or one proposed along another way. */
const TAKEN = 0.4

interface LitWay {
  readonly id: number
  readonly refs: readonly number[]
  readonly street: string
  readonly highway: string
}

/** Returns lit ways and drawn lamps, then the positions of the ways' points. The file is read twice, because its nodes come before its ways. */
const litWaysOf = async (path: string, encoding: Inspection['mapping']['encoding']) => {
  const ways: LitWay[] = []
  const lamps: (readonly [number, number])[] = []
  const places = new Map<number, readonly [number, number] | null>()
  for await (const elements of readOsm(path, encoding))
    for (const element of elements) {
      if (isLamp(element)) lamps.push([element.lng, element.lat])
      if (!isLitWay(element)) continue
      ways.push({ id: element.id, refs: element.refs, street: element.tags.name ?? '', highway: element.tags.highway ?? '' })
      for (const ref of element.refs) places.set(ref, null)
      if (places.size > LIMITS.wayPoints) refuse('litWays')
    }
  if (ways.length > 0)
    for await (const elements of readOsm(path, encoding))
      for (const element of elements)
        if (element.type === 'node' && places.has(element.id)) places.set(element.id, [element.lng, element.lat])
  return { ways, lamps, places }
}

type Line = readonly (readonly [lng: number, lat: number])[]
/** Places along a line at even distances close to `spacing` metres, half a step from either end. */
const along = function* (line: Line, spacing: number): Generator<readonly [number, number]> {
  const lengths = line.slice(1).map(([lng, lat], at) => metresBetween(line[at]![0], line[at]![1], lng, lat))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const count = Math.max(1, Math.round(total / spacing))
  const step = total / count
  let next = step / 2
  let before = 0
  let left = count
  for (const [at, length] of lengths.entries()) {
    for (; left > 0 && length > 0 && next <= before + length; next += step, left--) {
      const share = (next - before) / length
      const [[lng, lat], [endLng, endLat]] = [line[at]!, line[at + 1]!]
      yield [lng + (endLng - lng) * share, lat + (endLat - lat) * share]
    }
    before += length
  }
}

/**
 * Proposes lamps along lit ways of OpenStreetMap, way by way; none where a lamp is drawn or proposed already. They become lamps only when a user
 * confirms them. Other files have none. Throws `UnreadableInventory`.
 */
export const readProposals = async function* (
  path: string,
  { format, mapping }: Pick<Inspection, 'format' | 'mapping'>,
  { spacing = SPACING_M }: ProposalOptions = {},
): AsyncGenerator<readonly Proposal[]> {
  if (format !== 'osm' && format !== 'pbf') return
  const { ways, lamps, places } = await litWaysOf(path, format === 'pbf' ? null : (mapping.encoding ?? 'utf-8'))
  const taken = createSpots(spacing * TAKEN)
  for (const [lng, lat] of lamps) taken.add(lng, lat)
  for (const { id, refs, street, highway } of ways) {
    const line = refs.flatMap((ref) => {
      const place = places.get(ref)
      return place && Number.isFinite(place[0]) && Number.isFinite(place[1]) ? [place] : []
    })
    const proposals: Proposal[] = []
    for (const [lng, lat] of along(line, spacing)) {
      if (taken.near(lng, lat) >= 0) continue
      taken.add(lng, lat)
      proposals.push({ key: `way/${id}/${proposals.length + 1}`, way: id, street, highway, lng, lat })
    }
    if (proposals.length > 0) yield proposals
  }
}

/** Converts a confirmed proposal to a lamp. */
export const proposedLamp = ({ key, street, lng, lat }: Proposal, row: number): PlannedLamp => ({
  row,
  key,
  keyed: true,
  number: key,
  name: (street ? `${street} ${key}` : key).slice(0, 80),
  lng,
  lat,
  post: key,
  postNumber: null,
  power: null,
  lampType: null,
  height: null,
  cabinet: null,
  district: null,
  street: street.slice(0, 80) || null,
  controllerSn: null,
})
