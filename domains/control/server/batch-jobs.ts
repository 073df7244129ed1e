import type { Text } from '@lamplight/kit'
import type { JobSource, JobStatus } from '@lamplight/server-kit'
import { COMMANDS, lossesOf, STATUS, TARGET_KINDS } from '../model/index.ts'
import { cancelQueued } from './cancel.ts'

const RECORD = '/city/controlCenter/commandRecord/index/details'

interface Batch {
  readonly id: string
  readonly command: keyof typeof COMMANDS
  readonly level: number | null
  readonly command_text: string | null
  readonly command_text_en: string | null
  readonly state: number
  readonly target_kind: keyof typeof TARGET_KINDS
  readonly target_text: string | null
  readonly target_text_en: string | null
  readonly total: number
  readonly ended: number
  readonly queued: number
  readonly failed: number
  readonly timed_out: number
  readonly superseded: number
  readonly cancelled: boolean | null
}
const titleOf = ({ command, level, command_text, command_text_en, target_text, target_text_en, target_kind }: Batch): Text => {
  const [zh, en] = command_text ? [command_text, command_text_en || command_text] : (COMMANDS[command] ?? ['指令', 'Command'])
  const far = command === 1 && level !== null ? ` ${level}%` : ''
  const [zhTarget, enTarget] = target_text ? [target_text, target_text_en || target_text] : (TARGET_KINDS[target_kind] ?? TARGET_KINDS[1])
  return [`${zh}${far} · ${zhTarget}`, `${en}${far} · ${enTarget}`]
}
const statusOf = ({ state, cancelled }: Batch): JobStatus => {
  if (state <= STATUS.running) return state as JobStatus
  if (cancelled || state === STATUS.superseded) return 5
  return state === STATUS.timedOut ? 4 : (state as JobStatus)
}
const noteOf = ({ failed, timed_out: timedOut, superseded }: Batch): { note?: Text } => {
  const losses = lossesOf({ failed, timedOut, superseded }).map(([, , text]) => text)
  return losses.length > 0 ? { note: [losses.map(([zh]) => zh).join('，'), losses.map(([, en]) => en).join(', ')] } : {}
}

/** Lists the commands of people in the list of jobs. What the platform sends by itself has its own tab in the command records. */
export const batchJobs: JobSource = {
  name: 'control.batch',
  kind: 'mission',
  permissions: ['commandrecord_view'],
  from: 'control_batch t',
  where: 'not t.is_deleted and t.automatic is not true',
  columns:
    't.command, t.level, t.command_text, t.command_text_en, t.state, t.target_kind, t.target_text, t.target_text_en, t.total, t.ended, t.queued, t.failed, t.timed_out, t.superseded, t.cancelled',
  author: 't.create_user',
  endTime: 't.ended_at',
  open: 't.state in (0, 1)',
  ownSign: true,
  summarize: (raw) => {
    const row = raw as unknown as Batch
    return {
      title: titleOf(row),
      status: statusOf(row),
      done: row.ended,
      total: row.total,
      ...noteOf(row),
      results: [{ label: ['指令记录', 'Command record'], page: `${RECORD}?id=${row.id}` }],
      stoppable: row.state <= STATUS.running && row.queued > 0,
    }
  },
  stop: {
    permission: 'commandrecord_cancel',
    about: [
      '仍在排队的设备不再下发；已下发的指令不会收回。',
      'Devices still in the queue are not sent the command; commands already sent are not recalled.',
    ],
    run: async (ctx, id) => void (await cancelQueued(ctx, id)),
  },
}
