import { arrayOf, type Query, type ThreadWork } from '@lamplight/server-kit/data'
import { detectNight, type FaultKind, type LampResult } from '../model/index.ts'
import { createCabinets } from './night-cabinets.ts'
import { checksFor, type NightInput } from './night-input.ts'
import { createSkies, curveOf, type Known, lampParts, type Place, readCommands, readKnown, readNight } from './night-lamps.ts'
import { type NightFindings, storeRecords } from './night-records.ts'

const ROWS = 5000

/** The nearest lamp of the group without symptom, whose curve is shown beside that of a finding. */
const neighbourOf = (place: Place, lamps: readonly Place[], results: readonly LampResult[]): string | null => {
  let [nearest, least] = [null as string | null, Number.POSITIVE_INFINITY]
  for (const [n, { hits, ratio }] of results.entries()) {
    const other = lamps[n]!
    if (hits.length > 0 || ratio === null || other.id === place.id) continue
    const far = Math.hypot((other.lat ?? 0) - (place.lat ?? 0), (other.lng ?? 0) - (place.lng ?? 0))
    if (far < least) [nearest, least] = [other.id, far]
  }
  return nearest
}

interface Learned {
  readonly id: string
  readonly state: Known
}
const storeLearned = async (query: Query, tenantId: string, learned: readonly Learned[]): Promise<void> => {
  for (let n = 0; n < learned.length; n += ROWS) {
    const part = learned.slice(n, n + ROWS)
    await query(
      `insert into diagnosis_lamp (tenant_id, device_id, baseline, curve, calendar_id)
       select $1, l.id, l.baseline, l.curve, l.calendar from unnest($2::bigint[], $3::jsonb[], $4::text[], $5::bigint[]) as l (id, baseline, curve, calendar)
       on conflict (tenant_id, device_id) do update set baseline = excluded.baseline, curve = excluded.curve, calendar_id = excluded.calendar_id`,
      [
        tenantId,
        arrayOf(part.map(({ id }) => id)),
        arrayOf(part.map(({ state }) => (state.baseline ? JSON.stringify(state.baseline) : null))),
        arrayOf(part.map(({ state }) => state.curve)),
        arrayOf(part.map(({ state }) => state.calendar)),
      ],
    )
  }
}

/**
 * Judges a night of a tenant, and writes baselines, records and the mark that the night is done in one transaction: a restart in between loses the work and
 * repeats nothing. Of two processes, the second finds the mark and writes nothing.
 */
export const run: ThreadWork = async ({ input: given }, data) => {
  const input = given as unknown as NightInput
  const { tenantId, day } = input
  const { query } = data.system
  const [known, commands, parts] = [await readKnown(query, tenantId), await readCommands(query, input), await lampParts(query, tenantId)]
  const cabinets = await createCabinets(query, input)
  const skyOf = createSkies(input)
  const found: NightFindings[] = []
  const learned: Learned[] = []
  const corrected: string[] = []
  let judgedLamps = 0
  const addFindings = (place: Place, result: LampResult, kinds: readonly FaultKind[], neighbour: () => string | null): void => {
    for (const kind of result.judged) {
      if (!kinds.includes(kind)) continue
      const hit = result.hits.find((one) => one.kind === kind) ?? null
      const since = hit?.kind === 'powerDeviation' ? (result.baseline?.since ?? null) : null
      found.push({ place, kind, hit, since, neighbour: hit ? neighbour() : null })
    }
  }
  for (const lamps of parts) {
    const night = await readNight(query, input, lamps, { skyOf, commands, known })
    const { limits, kinds } = checksFor(input, lamps[0]?.project ?? null)
    const { lamps: results } = detectNight(night, day, limits)
    for (const [n, result] of results.entries()) {
      const place = lamps[n]!
      const before = known.get(place.id)
      const curve = curveOf(place)
      if (before && (before.curve !== curve || before.calendar !== place.calendar)) corrected.push(place.id)
      if (result.judged.length > 0) judgedLamps++
      if (result.baseline || before) learned.push({ id: place.id, state: { baseline: result.baseline, curve, calendar: place.calendar } })
      else if (result.judged.length > 0) learned.push({ id: place.id, state: { baseline: null, curve, calendar: place.calendar } })
      addFindings(place, result, kinds, () => neighbourOf(place, lamps, results))
      cabinets.add(night[n]!, skyOf(place))
    }
  }
  const boxes = await cabinets.judge()
  for (const { meter, hit, isJudged } of boxes)
    if (isJudged && checksFor(input, meter.project).kinds.includes('leakage'))
      found.push({ place: meter, kind: 'leakage', hit, since: null, neighbour: null })
  return data.system.tx(async (write) => {
    const [mine] = await write(
      `insert into diagnosis_night (tenant_id, day, lamps, judged, made_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning day`,
      [tenantId, day, parts.flat().length, judgedLamps, new Date(input.now)],
    )
    if (!mine) return { done: false }
    await storeLearned(write, tenantId, learned)
    await cabinets.store(write, boxes)
    const { candidates, findings } = await storeRecords(data, write, input, found, corrected)
    await write('update diagnosis_night set candidates = $3, findings = $4 where tenant_id = $1 and day = $2', [
      tenantId,
      day,
      candidates,
      findings,
    ])
    return { done: true, lamps: judgedLamps, candidates, findings }
  })
}
