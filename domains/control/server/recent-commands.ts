import { seenDevices } from '@lamplight/devices/server'
import { PARAM_OPS, pick } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  type Ctx,
  formatTime,
  type LifeDevice,
  type LifeEntry,
  type LifeKind,
  type LifeSource,
} from '@lamplight/server-kit'
import { batch, COMMANDS, isEnded, RUNGS, STATUS } from '../model/index.ts'
import { ITEM_COLUMNS, ITEM_RETURNS, type ItemRow, reasonOf, STATUS_WORDS, wireItem } from './items.ts'

/** The commands of a device are searched in at most this many batches of the tenant, the newest. */
const RECENT_BATCHES = 500
/** SQL: the batch is an order of a parameter family. */
const OF_PARAMS = `coalesce(b.cmd in (${PARAM_OPS.map((op) => `'${op}'`).join(', ')}), false)`

/** Declares the answer: a command to a device, with its result. */
export const RecentReturns = A.named('RecentCommand', A.of({ ...ITEM_RETURNS, text: A.text, at: A.time, account: A.text, result: A.text }))
export type RecentCommand = AnswerOf<typeof RecentReturns>

export interface RecentRow extends ItemRow {
  readonly command: number
  readonly level: number | null
  readonly command_text: string | null
  readonly account: string | null
  readonly of_params: boolean
}
/** The newest batches `b` that contain device $1, each with its pack. Devices that could not be reached are in the pack of the gateway ''. */
const NAMING = `from devices_registered r
  cross join lateral (select * from control_batch b where not b.is_deleted order by b.id desc limit ${RECENT_BATCHES}) b
  join control_pack p on p.batch_id = b.id and p.gateway_sn in (r.gateway_sn, '')
  where r.device_id = $1 and $1 = any(p.device_ids)`
const ROWS = `select ${ITEM_COLUMNS}, b.command, b.level, ll_said(b.command_text, b.command_text_en) as command_text, b.account, ${OF_PARAMS} as of_params
  from devices_registered r cross join control_batch b
  join control_ledger i on i.batch_id = b.id and i.gateway_sn in (r.gateway_sn, '') and i.device_id = r.device_id`

/** A command as text, in the language of the request. */
export const commandWords = ({ command, command_text, level }: RecentRow, { lang }: Ctx): string => {
  const words = pick(COMMANDS[command as keyof typeof COMMANDS] ?? ['', ''], lang)
  return command_text || (command === 1 ? `${words} ${level}%` : words)
}
/** Returns the state of a device in a batch with the reason, as text. */
const resultWords = (row: RecentRow, { lang }: Ctx): string => {
  const state = pick(isEnded({ status: row.status as 0 }) ? (STATUS_WORDS[row.status] ?? ['', '']) : RUNGS[row.rung], lang)
  return [row.status === STATUS.success && row.rung === 4 ? pick(RUNGS[4], lang) : state, reasonOf(row, lang)]
    .filter((words, at) => words !== '' && !(at === 0 && row.status === STATUS.superseded))
    .join(lang === 'zh' ? '：' : ': ')
}

/** The latest commands to one device that the user sees, newest first: at most `most`, among the tenant's last batches. */
export const commandsOf = async (ctx: Ctx, deviceId: string, most: number): Promise<Record<string, unknown>[]> => {
  const params: unknown[] = [deviceId, most]
  const seen = seenDevices(ctx, params, { among: '= $1' })
  const rows = await ctx.query<RecentRow>(
    `${ROWS} where r.device_id = $1 and b.id = any(array(select b.id ${NAMING} order by b.id desc limit $2))${seen}
     order by b.id desc`,
    params,
  )
  return rows.map((row) => ({
    ...wireItem(row, ctx),
    text: commandWords(row, ctx),
    at: formatTime(row.queued_at, ctx.zone),
    account: row.account ?? '',
    result: resultWords(row, ctx),
  }))
}

const TONES: Readonly<Record<number, NonNullable<LifeEntry['tone']>>> = {
  0: 'neutral',
  1: 'busy',
  2: 'good',
  4: 'bad',
  5: 'bad',
  6: 'neutral',
}
const KINDS: readonly LifeKind[] = ['command', 'param']

const readLife = async (ctx: Ctx, { id }: LifeDevice, kinds: ReadonlySet<LifeKind>, limit: number) => {
  const [commands, params] = KINDS.map((kind) => kinds.has(kind))
  const wanted = commands && params ? '' : ` and ${params ? '' : 'not '}${OF_PARAMS}`
  const naming = `${NAMING}${wanted}`
  const [found, [counted]] = await ctx.queries<[RecentRow, { n: number }]>([
    [
      `${ROWS} where r.device_id = $1 and b.id = any(array(select b.id ${naming} order by b.id desc limit $2)) order by b.id desc`,
      [id, limit],
    ],
    [`select count(*)::int as n ${naming}`, [id]],
  ])
  const entries = found.map(
    (row): LifeEntry => ({
      id: row.batch_id,
      kind: row.of_params ? 'param' : 'command',
      at: row.queued_at,
      endedAt: row.ended_at,
      title: commandWords(row, ctx),
      result: resultWords(row, ctx),
      tone: TONES[row.status] ?? 'neutral',
      by: row.account ?? '',
      source: { resource: batch.name, id: row.batch_id },
    }),
  )
  return { entries, total: counted?.n ?? 0 }
}

/** Commands and parameter orders in the life record of a device, for users who may see command records. */
export const commandLife: LifeSource = {
  name: batch.name,
  kinds: KINDS,
  read: async (ctx, device, { kinds, limit }) =>
    ctx.user.permissions.has('commandrecord_view') ? readLife(ctx, device, kinds, limit) : { entries: [], total: 0 },
}
