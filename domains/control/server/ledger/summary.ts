import { A, type Ctx, formatTime } from '@lamplight/server-kit'
import { type BatchSummary, COUNT_NAMES, countsOf } from '../../model/index.ts'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns of `control_batch` that `summaryOf` reads. */
export const SUMMARY_COLUMNS = `id::text as id, command, level, ll_said(command_text, command_text_en) as command_text, device_type, target_kind, ll_said(target_text, target_text_en) as target_text, reason, create_time, ${COUNT_NAMES.map((name) => `${snake(name)} as "${name}"`).join(', ')}`

/** Schema of the answer of `summaryOf`. */
export const SummaryReturns = A.named(
  'CommandSummary',
  A.of({
    ...A.each(COUNT_NAMES, A.int),
    id: A.id,
    command: A.int,
    level: A.nullable(A.int),
    commandText: A.text,
    deviceType: A.nullable(A.int),
    targetKind: A.int,
    targetText: A.text,
    reason: A.text,
    createTime: A.time,
  }),
)

/** Converts a row to the summary of a batch for the home page; its time is in the tenant's zone. */
export const summaryOf = (row: Readonly<Record<string, unknown>>, ctx: Pick<Ctx, 'zone'>): BatchSummary => ({
  ...countsOf(row),
  id: String(row.id),
  command: Number(row.command),
  level: row.level === null ? null : Number(row.level),
  commandText: String(row.command_text ?? ''),
  deviceType: row.device_type === null ? null : Number(row.device_type),
  targetKind: Number(row.target_kind ?? 1),
  targetText: String(row.target_text ?? ''),
  reason: String(row.reason ?? ''),
  createTime: formatTime(row.create_time as Date, ctx.zone),
})
