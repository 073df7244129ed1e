import { dateOf } from '@lamplight/calendar'
import { arrayOf, type DataAccess, type Query, recordTransitions } from '@lamplight/server-kit/data'
import {
  advanceRecord,
  CORRECTION,
  evidenceOf,
  type FaultKind,
  type Hit,
  KIND,
  type Proof,
  type RecordState,
  record,
  STATUS,
  type Status,
} from '../model/index.ts'
import { checksFor, type NightInput } from './night-input.ts'
import type { Place } from './night-lamps.ts'

/** What a night says about a device and a kind: a symptom, or none (`hit` null). */
export interface NightFindings {
  readonly place: Place
  readonly kind: FaultKind
  readonly hit: Hit | null
  readonly since: number | null
  readonly neighbour: string | null
}
interface Open extends RecordState {
  readonly id: string
}
const keyOf = (deviceId: string, kind: number): string => `${deviceId} ${kind}`

/** Open records of a tenant, locked, and the dismissed ones that still keep their kind quiet. */
const readOpen = async (query: Query, { tenantId, now }: NightInput) => {
  const rows = await query<{
    id: string
    device: string
    kind: number
    status: number
    proof: number
    nights: number
    clean: number
    project: string | null
    dismissed: number | null
    correction: number | null
  }>(
    `select id::text as id, device_id::text as device, kind::int as kind, status::int as status, proof::int as proof, nights, clean, project_id::text as project,
       (extract(epoch from dismissed_at) * 1000)::float8 as dismissed, correction::int as correction
     from diagnosis_record where tenant_id = $1 and not is_deleted and status in ($2, $3, $4, $5) order by id for update`,
    [tenantId, STATUS.candidate, STATUS.finding, STATUS.confirmed, STATUS.dismissed],
  )
  return { rows, now }
}

/**
 * Brings the records of a tenant up to date with a night, in its transaction. `corrected`: devices whose data in the inventory have changed since their last
 * night: their dismissed records are corrected, and no longer keep a kind quiet. Returns the number of new records and of new findings.
 */
export const storeRecords = async (
  { newId }: Pick<DataAccess, 'newId'>,
  query: Query,
  input: NightInput,
  found: readonly NightFindings[],
  corrected: readonly string[],
): Promise<{ candidates: number; findings: number }> => {
  const { tenantId, day, now } = input
  const at = new Date(now)
  const date = dateOf(day)
  if (corrected.length > 0)
    await query(
      `update diagnosis_record set correction = ${CORRECTION.done}, update_time = $3
       where tenant_id = $1 and device_id = any($2::bigint[]) and status = ${STATUS.dismissed} and correction = ${CORRECTION.asked} and not is_deleted`,
      [tenantId, arrayOf(corrected), at],
    )
  const { rows } = await readOpen(query, input)
  const open = new Map<string, Open>()
  const quiet = new Set<string>()
  for (const row of rows) {
    const key = keyOf(row.device, row.kind)
    if (row.status !== STATUS.dismissed)
      open.set(key, { id: row.id, status: row.status as Status, proof: row.proof as Proof, nights: row.nights, clean: row.clean })
    else if (row.correction !== CORRECTION.done && now - (row.dismissed ?? 0) < checksFor(input, row.project).limits.muteDays * 86_400_000)
      quiet.add(key)
  }
  const moves: { id: string; transition: string; from: number | null; to: number; at: Date }[] = []
  let [candidates, findings] = [0, 0]
  for (const { place, kind, hit, since, neighbour } of found) {
    const key = keyOf(place.id, KIND[kind])
    const before = open.get(key) ?? null
    if (!before && (hit === null || quiet.has(key))) continue
    const after = advanceRecord(before, hit, checksFor(input, place.project).limits)
    if (!after) continue
    const isNew = after.status === STATUS.finding && before?.status !== STATUS.finding
    const id = before?.id ?? newId()
    if (isNew) findings++
    if (before) {
      await query(
        `update diagnosis_record set status = $2, proof = $3, nights = $4, clean = $5, update_time = $6, found_at = case when $7 then $6 else found_at end
         where id = $1`,
        [id, after.status, after.proof, after.nights, after.clean, at, isNew],
      )
      if (before.status !== after.status)
        moves.push({ id, transition: after.status === STATUS.ended ? 'end' : 'promote', from: before.status, to: after.status, at })
    } else {
      candidates++
      await query(
        `insert into diagnosis_record (id, tenant_id, create_time, update_time, kind, status, proof, nights, clean, sn, name, device_id, device_type, lamp_id,
           first_day, test_state, correction, found_at, project_id, area_id)
         values ($1, $2, $3, $3, $4, $5, $6, $7, 0, $8, $9, $10, $11, $12, $13, 0, 0, $14, $15, $16)`,
        [
          id,
          tenantId,
          at,
          KIND[kind],
          after.status,
          after.proof,
          after.nights,
          place.sn,
          place.name,
          place.id,
          place.type,
          place.lampId,
          date,
          isNew ? at : null,
          place.project,
          place.area,
        ],
      )
      moves.push({ id, transition: 'add', from: null, to: after.status, at })
    }
    if (!hit) continue
    const [zh, en] = evidenceOf(hit)
    await query(
      `update diagnosis_record set last_day = $2, value = $3, threshold = $4, evidence = $5, evidence_en = $6, neighbour_id = coalesce($7, neighbour_id),
         since_day = $8 where id = $1`,
      [id, date, hit.value, hit.limit, zh, en, neighbour, since === null ? null : dateOf(since)],
    )
  }
  if (moves.length > 0) await recordTransitions({ newId }, query, record, moves)
  return { candidates, findings }
}
