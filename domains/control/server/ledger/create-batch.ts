import { createHash } from 'node:crypto'
import { type BatchAnswer, type Commands, deviceLogPort } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { type Ctx, errors, inTransaction, type Platform, type Query } from '@lamplight/server-kit'
import { BATCH_CREATED } from '../../model/events.ts'
import { COMMAND_NAMES, COMMANDS, controlErrors, type Selector, STATUS, type TargetQuery } from '../../model/index.ts'
import { targetsPort } from '../../model/ports.ts'
import { systemsLiteral, systemsOf } from '../calls/batch-systems.ts'
import type { OrderInput } from '../calls/order-input.ts'
import { targetName } from '../calls/target-text.ts'
import { driversIn } from '../dispatch/drivers.port.ts'
import { LANE, type Lane } from './lane.ts'
import { packSql } from './packing.ts'
import { writerPort } from './writer-ports.ts'

const LOCK = 30_401
/** First key of the locks on keys of requests. */
const KEY_LOCK = 30_402
/** Packing keeps the devices of a batch in memory; with the default work_mem it would write them to temporary files. */
const ROOM = `select set_config('work_mem', '48MB', true)`
const KEY_MOST = 200
/** Naming more devices than this would delay the other commands of the tenant; a preview has named them before. */
const NAMED_AT_MOST = 5000

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Returns the idempotency key of a request with a hash of user, path and input; null without a key. */
export const requestOf = (ctx: Ctx, headers: Readonly<Record<string, string | string[] | undefined>>, path: string, input: unknown) => {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || key.length > KEY_MOST) throw errors.badParameter({ field: 'Idempotency-Key' }, 'Idempotency-Key')
  return {
    key,
    hash: createHash('sha256')
      .update(JSON.stringify([ctx.user.id, path, sorted(input)]))
      .digest('hex'),
  }
}
export type KeyedRequest = ReturnType<typeof requestOf>

const KINDS = { controllerIds: 1, lampIds: 1, groupId: 2, areaId: 3, projectId: 4, filter: 5, controllerFilter: 5, streetId: 7 } as const
const RETRY = 6
const kindOf = (selector: Selector): number =>
  Object.entries(KINDS).find(([name]) => selector[name as keyof Selector] !== undefined)?.[1] ?? 1

/** Head of the device protocol for lampSelect: 0 main is head 1, 1 auxiliary is head 2, 2 is all. */
const headOf = (lampSelect: number | null): number | null => (lampSelect === null ? null : lampSelect === 2 ? 0 : lampSelect + 1)
const AUXILIARY = 1
/**
 * Throws if the order is for the auxiliary head and a target has only the main one: the lamp would
 * not change and the command would still succeed.
 */
const refuseMissingHead = async (query: Query, { lampSelect }: OrderInput, { sql, params }: TargetQuery): Promise<void> => {
  if (lampSelect !== AUXILIARY) return
  const [found] = await query<{ n: number }>(`select count(*)::int as n from (${sql}) t where t.two_way is not true`, [...params])
  if (found && found.n > 0) throw controlErrors.headMissing({ n: found.n }, 'lampSelect')
}
/** Level whose power is expected, %; null if none is. */
const levelOf = (order: OrderInput): number | null => {
  if (order.command === 'dim') return order.level
  return order.command === 'release' ? null : order.command === 'on' ? 100 : 0
}

/** Author of a batch: the context of a request, or the platform (`platformAuthor`). */
export type Author = Pick<Ctx, 'platform' | 'tenantId' | 'ip' | 'now' | 'tx' | 'audit' | 'emit'> & {
  readonly user: { readonly id: string | null; readonly account: string }
}
/** The platform as author: such a batch has no user and no entry in the audit log. */
export const platformAuthor = (platform: Platform, tenantId: string): Author => ({
  platform,
  tenantId,
  user: { id: null, account: '' },
  ip: '',
  now: () => new Date(platform.clock.now()),
  tx: platform.asTenant(tenantId).tx,
  audit: async () => undefined,
  emit: platform.bus.emit,
})

/** A batch without its devices. */
export interface Draft {
  readonly targets: TargetQuery
  /** A key of TARGET_KINDS. */
  readonly targetKind: number
  readonly nameTarget: (query: Query) => Promise<Text | null>
  /** Throws if one of the targets cannot take the command. */
  readonly check?: (query: Query) => Promise<void>
  /** A key of COMMANDS. */
  readonly command: number
  /** %, only for dim */
  readonly level: number | null
  /** Level whose power the meters should show, %; null if none is expected. */
  readonly expectedLevel: number | null
  readonly lampSelect: number | null
  /** s */
  readonly duration: number | null
  /** Epoch ms. */
  readonly until: number | null
  /** Why the user overrides the plan. */
  readonly reason?: string | null
  /** The command of a device type; null for lamps. */
  readonly device: {
    readonly type: number
    readonly cmd: string
    readonly args: Readonly<Record<string, unknown>>
    readonly words: Text
  } | null
  /** Runs in the same transaction after the packs have been inserted. */
  readonly packed?: (query: Query, batchId: string) => Promise<void>
  /** Id of the batch that this one repeats. */
  readonly again: string | null
  /** Last part of the audit entry's name: `control.batch.{verb}`. */
  readonly verb: string
  /** Default: commands of operators. */
  readonly lane?: Lane
}

/** Returns the earlier answer to this key; null if the key is new. */
const answerOf = async <R extends object>(query: Query, request: NonNullable<KeyedRequest>): Promise<R | null> => {
  const [known] = await query<{ hash: string; answer: R }>('select hash, answer from control_request where key = $1', [request.key])
  if (known && known.hash !== request.hash) throw errors.sameKeyOtherBody()
  return known?.answer ?? null
}
const keepAnswer = async (
  { tenantId }: Pick<Ctx, 'tenantId'>,
  query: Query,
  request: NonNullable<KeyedRequest>,
  answer: object,
  now: Date,
) => {
  await query('insert into control_request (tenant_id, key, hash, answer, create_time) values ($1, $2, $3, $4, $5)', [
    tenantId,
    request.key,
    request.hash,
    JSON.stringify(answer),
    now,
  ])
}

/** The part `once` of the port for commands of device types. Two requests with the same key run one after the other. */
export const once: Commands['once'] = (caller, request, work) =>
  inTransaction(caller, async (ctx) => {
    if (!request) return work(ctx)
    await ctx.query('select pg_advisory_xact_lock($1, hashtext($2))', [KEY_LOCK, `${ctx.tenantId} ${request.key}`])
    const known = await answerOf<Awaited<ReturnType<typeof work>>>(ctx.query, request)
    if (known) return known
    const answer = await work(ctx)
    await keepAnswer(ctx, ctx.query, request, answer, ctx.now())
    return answer
  })

/** The device log names the devices of a command up to this number. */
const LOGGED_AT_MOST = 1000
/** Adds the commands of operators to the device log; those that the platform sends by itself are in the records only. */
const logBatch = async (
  { platform, tenantId, user }: Author,
  query: Query,
  { device, command, lane = LANE.operators }: Draft,
  { id, total, now }: { readonly id: string; readonly total: number; readonly now: Date },
): Promise<void> => {
  if (lane !== LANE.operators || user.id === null) return
  const rows =
    total > LOGGED_AT_MOST
      ? null
      : await query<{ id: string }>(
          'select d.id::text as id from control_pack k cross join lateral unnest(k.device_ids) as d (id) where k.batch_id = $1',
          [id],
        )
  const text = device?.words ?? COMMANDS[command as keyof typeof COMMANDS]
  const deviceIds = rows?.map((row) => row.id) ?? null
  await platform.port(deviceLogPort).commanded(query, { tenantId, at: now, account: user.account, text, count: total, deviceIds })
}

/**
 * Writes a batch with its packed devices in one transaction; the dispatcher opens it later. Throws if the order has no
 * devices, or if the key was used for another request.
 */
export const writeBatch = async (ctx: Author, draft: Draft, request: KeyedRequest): Promise<BatchAnswer> => {
  const { platform } = ctx
  const writer = platform.port(writerPort)
  const { targets, until, device, lane = LANE.operators } = draft
  const now = ctx.now()
  const expireAt = Math.min(now.getTime() + writer.ledger.times.expire * 1000, until ?? Number.POSITIVE_INFINITY)

  const written = await ctx.tx(async (query): Promise<{ answer: BatchAnswer; made: boolean }> => {
    // Serialises the batches of a tenant, so that of two commands to a lamp the newer one is certain.
    await Promise.all([query(ROOM), query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, ctx.tenantId])])
    const known = request && (await answerOf<BatchAnswer>(query, request))
    if (known) return { answer: known, made: false }
    await draft.check?.(query)
    // The id is made under the lock: the newer of two batches has the larger id.
    const id = platform.newId()
    const [packed] = await query<{ total: number; unreachable: number; systems: number[] | null }>(packSql(targets, lane), [
      ...targets.params,
      id,
      ctx.tenantId,
      now,
      new Date(expireAt),
      headOf(draft.lampSelect),
      draft.expectedLevel,
      ...(targets.routed ? [driversIn(platform).map(({ name }) => name)] : []),
    ])
    const { total = 0, unreachable = 0 } = packed ?? {}
    if (total === 0) throw controlErrors.noTargets()
    const status = total === unreachable ? STATUS.failed : STATUS.pending
    const [zh, en] = (await draft.nameTarget(query)) ?? [null, null]
    await query(
      `insert into control_batch (id, tenant_id, create_user, update_user, create_time, update_time, command, level, status, state, target_kind, target_text, target_text_en,
         total, queued, sent, received, applied, verified, failed, timed_out, superseded, returned, ended, reached_sent, reached_received, reached_applied, lamp_select, duration, until, expire_at,
         again_command_record_id, idempotency_key, account, ip, cancelled, ended_at, device_type, cmd, args, command_text, command_text_en, systems, automatic, folded, reason)
       values ($1, $2, $3, $3, $4, $4, $5, $6, $7, $7, $8, $9, $22, $10, $11, 0, 0, 0, 0, $12, 0, 0, 0, $12, 0, 0, 0, $13, $14, $15, $16, $17, $18, $19, $20, false, $21, $23, $24, $25, $26, $27, $28, $3::bigint is null, false, $29)`,
      [
        id,
        ctx.tenantId,
        ctx.user.id,
        now,
        draft.command,
        draft.level,
        status,
        draft.again ? RETRY : draft.targetKind,
        zh,
        total,
        total - unreachable,
        unreachable,
        draft.lampSelect,
        draft.duration,
        until === null ? null : new Date(until),
        new Date(expireAt),
        draft.again,
        request?.key ?? null,
        ctx.user.account,
        ctx.ip,
        status === STATUS.failed ? now : null,
        en,
        device?.type ?? null,
        device?.cmd ?? null,
        device && JSON.stringify(device.args),
        device?.words[0] ?? null,
        device?.words[1] ?? null,
        targets.placed ? systemsLiteral(packed?.systems) : await systemsOf(platform, query, id, total),
        draft.reason ?? null,
      ],
    )
    await draft.packed?.(query, id)
    await logBatch(ctx, query, draft, { id, total, now })
    await ctx.audit(
      {
        what: `control.batch.${draft.verb}`,
        target: id,
        count: total,
        detail: {
          ...(device
            ? { command: device.words[0], commandEn: device.words[1] }
            : { level: draft.level, until: until === null ? null : new Date(until).toISOString(), lampSelect: draft.lampSelect }),
          again: draft.again,
          ...(draft.reason ? { reason: draft.reason } : {}),
          target: zh ?? '',
          targetEn: en ?? '',
        },
        result: unreachable > 0 ? `${total - unreachable}/${total}` : 'queued',
      },
      query,
    )
    const answer = { batchId: id, commandRecordId: id, total, status }
    if (request) await keepAnswer(ctx, query, request, answer, now)
    return { answer, made: true }
  })
  const { answer, made } = written
  if (made) ctx.emit(BATCH_CREATED, { tenantId: ctx.tenantId, batchId: answer.batchId, total: answer.total, lane })
  return answer
}

/** Writes the batch of a lamp order. */
export const createBatch = (ctx: Ctx, order: OrderInput, request: KeyedRequest): Promise<BatchAnswer> => {
  const targets = ctx.platform.port(targetsPort).select(ctx, order.selector)
  return writeBatch(
    ctx,
    {
      targets,
      targetKind: kindOf(order.selector),
      nameTarget: async (query) => order.target ?? (await targetName(ctx, query, order, NAMED_AT_MOST)),
      check: (query) => refuseMissingHead(query, order, targets),
      command: COMMAND_NAMES[order.command],
      level: order.level,
      expectedLevel: levelOf(order),
      lampSelect: order.lampSelect,
      duration: order.duration,
      until: order.duration !== null ? ctx.now().getTime() + order.duration * 1000 : order.until,
      reason: order.reason ?? null,
      device: null,
      again: order.again,
      verb: order.command,
    },
    request,
  )
}
