import { exampleId, pick } from '@lamplight/kit'
import { A, type RouteInput, route, T } from '@lamplight/server-kit'
import { CODE_TEXTS, PARAM_STATUS, STATUS, WAVE_TEXTS } from '../../model/index.ts'
import { createReader, inputOf } from '../calls/wire-input.ts'
import { batchIn } from '../ledger/items.ts'
import { WAVE_STATE } from './waves.ts'

interface Row {
  readonly family: string | null
  readonly gateways: readonly string[]
  readonly first: number
  readonly rest: number
  readonly state: number
  readonly read_id: string | null
  readonly cancelled: boolean
}
/** Devices of one wave: sent, ended well, failed, returned to their old value, and answered the question whether they came back. */
const COUNTED = A.each(['sent', 'done', 'failed', 'cameBack', 'rolledBack'], A.int)
type Counts = Readonly<Record<keyof typeof COUNTED, number>> & { readonly isFirst: boolean }

const COUNTS = `select i.gateway_sn = any($2::text[]) as "isFirst", count(*) filter (where i.rung >= 1)::int as sent,
    count(*) filter (where i.status = ${STATUS.success})::int as done, count(*) filter (where i.status > ${STATUS.success})::int as failed,
    count(*) filter (where p.code = 'rolledBack')::int as "rolledBack",
    count(*) filter (where b.status = ${STATUS.success} and ($4::text is null or p.status = ${PARAM_STATUS.inSync}))::int as "cameBack"
  from control_ledger i left join control_param p on p.device_id = i.device_id and p.batch_id = i.batch_id and p.family = $4
  left join control_ledger b on b.batch_id = $3 and b.device_id = i.device_id
  where i.batch_id = $1 and i.gateway_sn <> '' group by 1`

const NONE = { sent: 0, done: 0, failed: 0, rolledBack: 0, cameBack: 0 }

/** Key of WAVE_TEXTS. */
const stateOf = (wave: number, { state, rest }: Row): keyof typeof WAVE_TEXTS => {
  if (wave === 2) return state === WAVE_STATE.released ? 'sent' : state === WAVE_STATE.stopped ? 'stopped' : 'waiting'
  if (rest === 0) return 'sent'
  return ({ 0: 'sending', 1: 'settling', 2: 'asked', 3: 'cameBack', 4: 'lost' } as const)[state] ?? 'sending'
}

/** The waves of a dangerous set or command; empty for others. Written by hand, because `control_wave` has one row for both waves. */
export const waveRoute = route({
  method: 'GET',
  path: '/api/blade-city/commandrecord/waves',
  summary: ['指令分批下发情况', 'Waves of a dangerous command'],
  example: { query: { commandRecordId: exampleId('control.batch') } },
  permission: 'commandrecord_view',
  query: T.Object({ commandRecordId: T.String() }),
  checksItself: true,
  returns: A.list(
    A.of({
      wave: A.int,
      devices: A.int,
      ...COUNTED,
      state: A.text,
      stateName: A.text,
      reason: A.text,
    }),
  ),
  handler: async (input) => {
    const { ctx, query } = input as RouteInput
    const id = await batchIn(ctx, createReader(inputOf(query, undefined), ctx))
    const [row] = await ctx.query<Row>(
      `select w.family, w.gateways, w.first, w.rest, w.state, w.read_id::text as read_id, b.cancelled
       from control_wave w join control_batch b on b.id = w.batch_id where w.batch_id = $1`,
      [id],
    )
    if (!row) return []
    const counts = await ctx.query<Counts>(COUNTS, [id, row.gateways, row.read_id, row.family])
    return [row.first, row.rest].flatMap((devices, at) => {
      if (devices === 0) return []
      const { isFirst: _, ...found } = counts.find(({ isFirst }) => isFirst === (at === 0)) ?? { isFirst: false, ...NONE }
      const state = stateOf(at + 1, row)
      const reason = CODE_TEXTS[row.cancelled ? 'cancelled' : 'firstWave']
      return [
        {
          wave: at + 1,
          devices,
          ...found,
          state,
          stateName: pick(WAVE_TEXTS[state], ctx.lang),
          reason: state === 'stopped' && reason ? pick(reason, ctx.lang) : '',
        },
      ]
    })
  },
})
