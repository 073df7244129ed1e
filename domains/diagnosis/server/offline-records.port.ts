import type { DiagnosedDevice, DiagnoseRecords } from '@lamplight/devices/model'
import { type Ctx, formatTime, type Query, recordTransitions } from '@lamplight/server-kit'
import { OFFLINE_KIND, record, STATUS } from '../model/index.ts'

interface Open {
  readonly id: string
  readonly device: string
  readonly status: number
}

const write = async (ctx: Ctx, query: Query, found: readonly DiagnosedDevice[]): Promise<void> => {
  const now = ctx.now()
  const day = formatTime(now, ctx.zone).slice(0, 10)
  const rows = await query<Open>(
    `select id::text as id, device_id::text as device, status::int as status from diagnosis_record
     where tenant_id = $1 and kind = ${OFFLINE_KIND} and device_id = any($2::bigint[]) and status in ($3, $4, $5) and not is_deleted order by id for update`,
    [ctx.tenantId, found.map(({ id }) => id), STATUS.candidate, STATUS.finding, STATUS.confirmed],
  )
  const open = new Map(rows.map((row) => [row.device, row]))
  const moves: { id: string; transition: string; from: number | null; to: number; at: Date }[] = []
  for (const device of found) {
    const before = open.get(device.id)
    if (!device.cause) {
      if (!before) continue
      await query('update diagnosis_record set status = $2, update_time = $3 where id = $1', [before.id, STATUS.ended, now])
      moves.push({ id: before.id, transition: 'end', from: before.status, to: STATUS.ended, at: now })
      continue
    }
    const [zh, en] = device.cause
    if (before) {
      await query('update diagnosis_record set evidence = $2, evidence_en = $3, last_day = $4, update_time = $5 where id = $1', [
        before.id,
        zh,
        en,
        day,
        now,
      ])
      continue
    }
    const id = ctx.platform.newId()
    await query(
      `insert into diagnosis_record (id, tenant_id, create_time, update_time, create_user, kind, status, proof, nights, clean, sn, name, device_id, device_type, first_day,
         last_day, evidence, evidence_en, test_state, correction, found_at, project_id, area_id)
       values ($1, $2, $3, $3, $4, ${OFFLINE_KIND}, ${STATUS.finding}, 0, 0, 0, $5, $6, $7, $8, $9, $9, $10, $11, 0, 0, $3, $12, $13)`,
      [id, ctx.tenantId, now, ctx.user.id, device.sn, device.name, device.id, device.type, day, zh, en, device.projectId, device.areaId],
    )
    moves.push({ id, transition: 'add', from: null, to: STATUS.finding, at: now })
  }
  if (moves.length > 0) await recordTransitions({ newId: ctx.platform.newId }, query, record, moves)
}

/** Stores offline diagnoses as diagnosis records: one open record for each device, with the cause that the last diagnosis found. */
export const createOfflineRecords = (): DiagnoseRecords => ({
  store: (ctx, found) => ctx.tx((query) => write(ctx, query, found)),
})
