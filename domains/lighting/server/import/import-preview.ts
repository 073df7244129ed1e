import { type FailedRow, middleOf, placeQuestion, readProposals, sumNotes } from '@lamplight/inventory'
import type { Text } from '@lamplight/kit'
import { encodeLampPacket, LAMP_STATE } from '@lamplight/lamp-packet'
import type { AnswerOf, Platform, Query } from '@lamplight/server-kit'
import type { ImportTarget } from './import-batch.ts'
import { chunksOf, type Reading, type Shown } from './import-file.ts'
import type { Fate } from './import-known.ts'
import type { PreviewReturns } from './import-returns.ts'
import { knownPlaces } from './known-places.ts'

/** Effects of an import before the user confirms it. */
export type Preview = Omit<AnswerOf<typeof PreviewReturns>, 'first' | 'failures' | 'notes' | 'question'> & {
  readonly first: readonly PreviewRow[]
  readonly failures: readonly Pick<FailedRow, 'row' | 'kind' | 'reason' | 'values' | 'at'>[]
  readonly notes: readonly Text[]
  /** Set if the lamps would be at sea, or far from all others of the tenant. */
  readonly question: Text | null
}
type PreviewRow = Shown & { readonly fate: Fate }

const kilo = (watts: number): number => Math.round(watts) / 1000
const FIRST = 20
const FAILURES = 500
/** Number of places from which the location of a file is judged. */
const PLACES = 1001
/** Map mark of each fate; the marks are those of lamp states, with a different legend. */
const MARK: Readonly<Record<Fate | 'failed' | 'proposed', number>> = {
  added: LAMP_STATE.on,
  unchanged: LAMP_STATE.off,
  failed: LAMP_STATE.fault,
  changed: LAMP_STATE.offline,
  proposed: LAMP_STATE.inactive,
}
/** First id of proposed places, larger than every row number. */
const PROPOSED_FROM = 2_000_000_000

interface Spot {
  readonly id: number
  readonly lng: number
  readonly lat: number
  readonly state: number
}

const packed = (spots: readonly Spot[]): Buffer =>
  Buffer.from(
    encodeLampPacket({
      n: spots.length,
      ids: BigInt64Array.from(spots, ({ id }) => BigInt(id)),
      lng: Float64Array.from(spots, ({ lng }) => lng),
      lat: Float64Array.from(spots, ({ lat }) => lat),
      state: Uint8Array.from(spots, ({ state }) => state),
      dim: new Uint8Array(spots.length).fill(100),
    }),
  )

const namesKnown = async (query: Query, target: ImportTarget, cabinets: ReadonlySet<string>, areas: ReadonlySet<string>) => {
  const [known] = await query<{ cabinets: number; areas: number }>(
    `select (select count(distinct w.name) from unnest($2::text[]) as w (name) join devices_gateways g on (g.name = w.name or g.sn = w.name)
        where g.project_id = $1 and g.tenant_id = $4 and not g.is_deleted)::int as cabinets,
       (select count(distinct area_name) from places_areas where area_name = any($3) and not is_deleted)::int as areas`,
    [target.projectId, [...cabinets], [...areas], target.tenantId],
  )
  return known ?? { cabinets: 0, areas: 0 }
}

/** Reads the whole file like an import but writes nothing: counts, first rows, failures, and every place for the map. */
export const previewImport = async (
  platform: Platform,
  query: Query,
  target: ImportTarget,
  path: string,
  reading: Reading,
): Promise<{ preview: Preview; places: Buffer }> => {
  const counts = { added: 0, changed: 0, unchanged: 0, failed: 0 }
  const [cabinets, areas, posts] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const first: PreviewRow[] = []
  const failures: FailedRow[] = []
  const spots: Spot[] = []
  const places: { lng: number; lat: number }[] = []
  let rows = 0
  let noPower = 0
  const taken = { lamps: 0, watts: 0 }
  const take = (shown: Shown, fate: Fate): void => {
    counts[fate] += 1
    if (first.length < FIRST) first.push({ ...shown, fate })
    if (shown.cabinet) cabinets.add(shown.cabinet)
    if (shown.district) areas.add(shown.district)
    if (shown.power === null) noPower += 1
    taken.lamps += 1
    taken.watts += shown.power ?? 0
    if (shown.lng === null || shown.lat === null) return
    spots.push({ id: shown.row, lng: shown.lng, lat: shown.lat, state: MARK[fate] })
    if (places.length < PLACES) places.push({ lng: shown.lng, lat: shown.lat })
  }
  const refuse = (failure: FailedRow): void => {
    counts.failed += 1
    if (failures.length < FAILURES) failures.push(failure)
    if (failure.at) spots.push({ id: failure.row, lng: failure.at[0], lat: failure.at[1], state: MARK.failed })
  }
  const { chunks, notes, sums } = chunksOf(path, reading)
  for await (const chunk of chunks) {
    rows = chunk.rows
    const { fates, unfit, newPosts = [] } = await chunk.compare(platform, query, target)
    for (const [shown, fate] of fates) take(shown, fate)
    for (const post of newPosts) posts.add(post)
    for (const { name, district } of chunk.cabinets) {
      cabinets.add(name)
      if (district) areas.add(district)
    }
    for (const failure of chunk.failed) refuse(failure)
    for (const { row, reason } of unfit) refuse({ row, kind: 'invalid', reason, values: chunk.valuesOf(row), at: null })
  }
  let proposed = 0
  if (reading.spacing === null && reading.kind !== 'controller')
    for await (const batch of readProposals(path, { ...reading.inspection, mapping: reading.mapping }))
      for (const { lng, lat } of batch) {
        spots.push({ id: PROPOSED_FROM + proposed, lng, lat, state: MARK.proposed })
        proposed += 1
      }
  const { inspection, mapping } = reading
  // The question of the grid stays open until the user chooses one.
  const isGridOpen = mapping.place.form === 'projected' && (mapping.place.epsg ?? null) === (inspection.mapping.place.epsg ?? null)
  const isAsked = inspection.asks === 'rows' || (inspection.asks === 'grid' && isGridOpen)
  const where = places.length === 0 ? null : placeQuestion(...middleOf(places), await knownPlaces(query, target.tenantId))
  const question = (isAsked && inspection.question) || where
  const file = sums()
  // With a spacing, the import has lamps that are proposed along ways. They are no rows of the file, so the sums cannot agree.
  const isCount = reading.kind !== 'controller' && reading.spacing === null
  const known = await namesKnown(query, target, cabinets, areas)
  return {
    preview: {
      rows,
      ...counts,
      proposed,
      first,
      failures,
      noPower,
      notes: [...(isCount ? sumNotes(file, taken) : []), ...notes()],
      question,
      ...(isCount && { fileLamps: file.lamps, fileKw: kilo(file.watts), lamps: taken.lamps, kw: kilo(taken.watts) }),
      cabinets: cabinets.size,
      areas: areas.size,
      posts: posts.size,
      newCabinets: Math.max(0, cabinets.size - known.cabinets),
      newAreas: target.areaIds ? 0 : Math.max(0, areas.size - known.areas),
    },
    places: packed(spots),
  }
}
