import { deviceTypesPort } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, errors, tableOf } from '@lamplight/server-kit'
import { approval, controlErrors, type TargetQuery } from '../../model/index.ts'
import type { KeyedRequest } from '../ledger/create-batch.ts'
import type { OrderInput } from './order-input.ts'
import { approvalLimit } from './second-person.ts'

/** The right to approve commands, and the parameter with the number of devices above which they need approval. */
export const COMMAND_APPROVED = { right: 'command_approval_approve', param: 'command.approval.devices' } as const
/** Field that the refusal of a waiting command names. A console recognises by it that the request was stored. */
const WAITS = 'secondPerson'
/** A request is void after this time, so that nobody sends a command of yesterday by mistake. */
const VALID_HOURS = 24
const TABLE = tableOf(approval)

/** What is sent after the approval, to the devices of the request. */
export type Work =
  | { readonly lamps: Omit<OrderInput, 'selector'> }
  | {
      readonly device: {
        readonly type: number
        readonly cmd: string
        readonly args: Readonly<Record<string, unknown>>
        readonly reason?: string
      }
    }
  | {
      readonly param: { readonly family: string; readonly op: 'set' | 'calibrate'; readonly value: ParamValue; readonly typeName?: string }
    }
  | { readonly changes: { readonly family: string; readonly values: Readonly<Record<string, unknown>> } }

interface Asked {
  readonly targets: Pick<TargetQuery, 'sql' | 'params'>
  readonly work: Work
  readonly content: Text
  readonly target: () => Promise<Text | null>
  readonly reason?: string
  readonly request: KeyedRequest
}

/**
 * Returns if a command may be sent at once. If a signed-in user sends it to more devices than the parameter says, stores it as a request that a second person
 * approves, and throws. Work without a session (timed switches, linkages) never waits, because people have set it up before.
 * @throws controlErrors.awaitsApproval
 */
export const askSecondPerson = async (ctx: Ctx, { targets, work, content, target, reason = '', request }: Asked): Promise<void> => {
  if (ctx.user.sessionId === '') return
  const limit = await approvalLimit(ctx.platform, COMMAND_APPROVED)
  if (limit <= 0) return
  const { sql, params } = targets
  const [few] = await ctx.query<{ n: number }>(`select count(*)::int as n from (select from (${sql}) t limit $${params.length + 1}) few`, [
    ...params,
    limit + 1,
  ])
  if ((few?.n ?? 0) <= limit) return
  const key = request?.key ?? null
  if (key !== null) {
    const [sent] = await ctx.query('select from control_request where key = $1', [key])
    if (sent) return
    const [asked] = await ctx.query<{ devices: number }>(
      `select devices from ${TABLE} where request_key = $1 and requester_id = $2 and not is_deleted`,
      [key, ctx.user.id],
    )
    if (asked) throw controlErrors.awaitsApproval({ n: asked.devices }, WAITS)
  }
  const rows = await ctx.query<{ id: string }>(`select t.device_id::text as id from (${sql}) t`, [...params])
  const id = ctx.platform.newId()
  const [zh, en] = (await target()) ?? ['', '']
  // In its own transaction: the error below rolls back that of the caller.
  await ctx.platform.asTenant(ctx.tenantId).query(
    `insert into ${TABLE} (id, tenant_id, create_user, requester_id, state, content, content_en, target_text, target_text_en, devices, reason, request_key, work, device_ids, create_time, update_time)
     values ($1, $2, $3, $3, 0, $4, $5, $6, $7, $8, $9, $10, $11, $12::bigint[], $13, $13)`,
    [
      id,
      ctx.tenantId,
      ctx.user.id,
      content[0],
      content[1],
      zh,
      en,
      rows.length,
      reason,
      key,
      JSON.stringify(work),
      rows.map((row) => row.id),
      ctx.now(),
    ],
  )
  await ctx.audit({
    what: 'control.approval.request',
    target: id,
    count: rows.length,
    detail: { content: content[0], contentEn: content[1], reason },
  })
  throw controlErrors.awaitsApproval({ n: rows.length }, WAITS)
}

export interface Stored {
  readonly work: Work
  readonly deviceIds: readonly string[]
}
/** The stored work of a request that is being approved. @throws controlErrors.requestTooOld */
export const storedWork = async (ctx: Ctx, id: string): Promise<Stored> => {
  const [row] = await ctx.query<{ work: string; ids: string[]; at: Date }>(
    `select work, device_ids::text[] as ids, create_time as at from ${TABLE} where id = $1`,
    [id],
  )
  if (!row) throw errors.notFound()
  if (ctx.now().getTime() - row.at.getTime() > VALID_HOURS * 3_600_000) throw controlErrors.requestTooOld({ hours: VALID_HOURS }, 'id')
  return { work: JSON.parse(row.work) as Work, deviceIds: row.ids }
}

/** The device type of a code. @throws errors.notFound */
export const typeOfCode = async (ctx: Ctx, code: number) => {
  const types = ctx.platform.port(deviceTypesPort)
  await types.need([code])
  const type = types.typeOf(code)
  if (!type) throw errors.notFound()
  return type
}
