import type { Selector } from '@lamplight/control/model'
import { repeatedBy, secondPersonRoute, selectorIn } from '@lamplight/control/server'
import { commandsPort, controllerType } from '@lamplight/devices/model'
import { BatchReturns } from '@lamplight/devices/server'
import { exampleDevice, exampleId } from '@lamplight/kit'
import { A, type Ctx, errors, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { calendarFamily, KINDS, strategiesErrors, strategy } from '../model/index.ts'
import { APPROVED, type Published, PublishedReturns, type Request, requestPublication } from './publication.ts'
import { PUBLICATION, type PublicationKind, strategiesBy } from './publish.ts'
import { restoreVersion } from './strategy.server.ts'
import { assignedTo, readerOf } from './targets.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const ids = T.Optional(T.Union([T.String(), T.Array(T.String())], { description: 'comma-joined or an array' }))
export const PUBLISH = 'workstrategy_publish'
const BODY_LIMIT = 4 * 1024 * 1024
const example = { strategyId: exampleId(strategy.name), controllerIds: exampleDevice(controllerType) }

type Call = Pick<RouteInput, 'ctx' | 'headers' | 'body'>
/** Publishes once for each key of a request, so that a call whose answer was lost can be repeated. */
const keyed = ({ ctx, headers, body }: Call, path: string, request: Request): Promise<Published> => {
  const commands = ctx.platform.port(commandsPort)
  return commands.once(ctx, commands.requestOf(ctx, headers, path, body), (inside) => requestPublication(inside, request))
}
const requested = async (call: Call, path: string, kind: PublicationKind): Promise<Published> => {
  const reader = readerOf(call.ctx, {}, call.body)
  const strategyId = reader.id('strategyId')
  if (strategyId === null) throw errors.missingParameter({ field: 'strategyId' }, 'strategyId')
  const isAll = kind === PUBLICATION.unassign && (call.body as { all?: boolean }).all === true
  const selector: Selector = isAll ? { controllerIds: await assignedTo(call.ctx, strategyId) } : selectorIn(reader)
  return keyed(call, path, { strategyId, kind, selector, reason: reader.text('reason', 255) ?? '', isNamed: kind === PUBLICATION.assign })
}

const Body = T.Object({ strategyId: Id, reason: T.Optional(T.String({ maxLength: 255 })) }, { additionalProperties: true })

/** Publications of our own: any selection of lamps, with a reason, an approval if needed, and the present version for all that have the strategy. */
const own: readonly Route[] = [
  secondPersonRoute({
    ...APPROVED,
    path: '/api/blade-strategy/workstrategy/publication/second-person',
    summary: ['策略下发的审批人', 'Who approves publications'],
    permission: PUBLISH,
    orPermissions: ['strategy_publication_view'],
  }),
  route({
    method: 'POST',
    path: '/api/blade-strategy/workstrategy/publish',
    summary: ['下发策略', 'Publish a strategy'],
    example: { body: example },
    permission: PUBLISH,
    body: Body,
    bodyLimit: BODY_LIMIT,
    returns: PublishedReturns,
    handler: (call) => requested(call as Call, 'workstrategy/publish', PUBLICATION.assign),
  }),
  route({
    method: 'POST',
    path: '/api/blade-strategy/workstrategy/update',
    summary: ['下发策略的新版本', 'Publish the current version of a strategy to its devices'],
    example: { body: { strategyId: exampleId(strategy.name) } },
    permission: PUBLISH,
    body: T.Object({ strategyId: Id, reason: T.Optional(T.String({ maxLength: 255 })) }),
    returns: PublishedReturns,
    handler: async (call) => {
      const { ctx, body } = call
      const selector: Selector = { controllerIds: await assignedTo(ctx, body.strategyId) }
      const request: Request = { strategyId: body.strategyId, kind: PUBLICATION.update, selector, reason: body.reason ?? '' }
      return keyed(call as Call, 'workstrategy/update', request)
    },
  }),
  route({
    method: 'POST',
    path: '/api/blade-strategy/workstrategy/unassign',
    summary: ['取消分配策略', 'Unassign a strategy from devices'],
    example: { body: example },
    permission: PUBLISH,
    body: T.Object(
      {
        strategyId: Id,
        reason: T.Optional(T.String({ maxLength: 255 })),
        all: T.Optional(T.Boolean({ description: 'from all devices that have it, in place of a selection' })),
      },
      { additionalProperties: true },
    ),
    bodyLimit: BODY_LIMIT,
    returns: PublishedReturns,
    handler: (call) => requested(call as Call, 'workstrategy/unassign', PUBLICATION.unassign),
  }),
  route({
    method: 'POST',
    path: '/api/blade-strategy/workstrategy/restore',
    summary: ['恢复策略版本', 'Go back to a version of a strategy'],
    example: { body: { strategyId: exampleId(strategy.name), version: 1 } },
    permission: 'workstrategy_edit',
    body: T.Object({
      strategyId: Id,
      version: T.Integer({ minimum: 1, maximum: 1_000_000 }),
      reason: T.Optional(T.String({ maxLength: 255 })),
    }),
    returns: A.of({ version: A.int }),
    handler: async ({ ctx, body }) => ({ version: await restoreVersion(ctx, body.strategyId, body.version, body.reason ?? '') }),
  }),
]

/** The batch of a publication as the calls of the catalogue answer it. Throws if the publication awaits an approval. */
const asBatch = async (ctx: Ctx, { id, state, devices, batchIds }: Published) => {
  const [batchId] = batchIds
  if (state === 0 || !batchId) throw strategiesErrors.awaitsApproval({ n: devices, id })
  const [row] = await ctx.query<{ total: number; status: number }>('select total, status from control_batches where id = $1', [batchId])
  return { batchId, commandRecordId: batchId, total: row?.total ?? devices, status: row?.status ?? 0 }
}

/** The strategy to send again for a command record: the one that its devices are assigned now. */
const strategyOf = async (ctx: Ctx, deviceIds: readonly string[], kind: number): Promise<string> => {
  const column = kind === KINDS.special ? 'special_ids[1]' : 'normal_id'
  const [row] = await ctx.query<{ id: string | null }>(
    `select ${column}::text as id from strategies_device where device_id = any($1::bigint[]) and ${column} is not null limit 1`,
    [deviceIds],
  )
  if (!row?.id) throw strategiesErrors.noStrategy({}, 'workStrategyId')
  return row.id
}

interface SetCall {
  readonly path: string
  readonly summary: Route['summary']
  readonly target: 'batch' | 'group'
  /** Kinds of strategies that the call takes. */
  readonly kinds: readonly number[]
}
const setCall = ({ path, summary, target, kinds }: SetCall): Route =>
  route({
    method: 'POST',
    path: `/api/${path}`,
    summary,
    example: {
      body: {
        workStrategyId: exampleId(strategy.name),
        ...(target === 'group' ? { groupId: exampleId('devices.group') } : { controllerIds: exampleDevice(controllerType) }),
      },
    },
    permission: PUBLISH,
    body: T.Object({
      workStrategyId: T.Optional(Id),
      strategyId: T.Optional(Id),
      ...(target === 'group'
        ? { groupId: T.Optional(Id) }
        : { controllerIds: ids, againCommandRecordId: T.Optional(T.String()), batchId: T.Optional(T.String()) }),
    }),
    bodyLimit: BODY_LIMIT,
    returns: BatchReturns,
    handler: async (call) => {
      const { ctx, query, body } = call
      const reader = readerOf(ctx, query, body)
      const repeated =
        target === 'batch'
          ? await repeatedBy(ctx, reader, {
              ids: 'controllerIds',
              isSame: ({ cmd, args }) => cmd === 'set' && args.family === calendarFamily.name,
            })
          : null
      const selector: Selector = repeated ? { controllerIds: repeated.deviceIds } : selectorIn(reader)
      const given = reader.id('workStrategyId') ?? reader.id('strategyId')
      if (given === null && !repeated) throw errors.missingParameter({ field: 'workStrategyId' }, 'workStrategyId')
      const strategyId = given ?? (await strategyOf(ctx, repeated?.deviceIds ?? [], kinds[0] ?? KINDS.normal))
      const found = (await strategiesBy(ctx.query, [strategyId])).get(strategyId)
      if (!found) throw errors.notFound()
      if (!kinds.includes(found.kind)) throw strategiesErrors.wrongKind({}, 'workStrategyId')
      return asBatch(
        ctx,
        await keyed(call as Call, path, { strategyId, kind: PUBLICATION.assign, selector, reason: '', isNamed: !repeated }),
      )
    },
  })

const ANY = [KINDS.normal, KINDS.special] as const
/** Calls of the catalogue that give devices a strategy (workstrategy.normal.data.batch.set and its like). They publish like our own calls. */
const CATALOGUE: readonly SetCall[] = [
  {
    path: 'blade-city/controller/batch/set/workstrategy',
    summary: ['下发工作策略', 'Set the strategy of devices'],
    target: 'batch',
    kinds: ANY,
  },
  {
    path: 'blade-city/controller/batch/set/strategydata',
    summary: ['下发策略数据', 'Send the data of a strategy to devices'],
    target: 'batch',
    kinds: ANY,
  },
  {
    path: 'blade-city/controller/group/set/strategydata',
    summary: ['向分组下发策略数据', 'Send the data of a strategy to a group'],
    target: 'group',
    kinds: ANY,
  },
  {
    path: 'blade-city/controller/group/set/workstrategy/normal',
    summary: ['向分组下发常规策略', 'Set the normal strategy of a group'],
    target: 'group',
    kinds: [KINDS.normal],
  },
  {
    path: 'blade-city/controller/group/set/workstrategy/special',
    summary: ['向分组下发特殊日策略', 'Set a special strategy of a group'],
    target: 'group',
    kinds: [KINDS.special],
  },
  {
    path: 'blade-strategy/workstrategy/normal/data/batch/set',
    summary: ['批量下发常规策略', 'Set the normal strategy of devices'],
    target: 'batch',
    kinds: [KINDS.normal],
  },
  {
    path: 'blade-strategy/workstrategy/special/batch/set',
    summary: ['批量下发特殊日策略', 'Set a special strategy of devices'],
    target: 'batch',
    kinds: [KINDS.special],
  },
  {
    path: 'blade-strategy/spray/workstrategy/normal/data/batch/set',
    summary: ['批量下发喷淋策略', 'Set the strategy of spray devices'],
    target: 'batch',
    kinds: [KINDS.spray],
  },
]
const catalogue: readonly Route[] = CATALOGUE.map(setCall)

export const publishRoutes: readonly Route[] = [...own, ...catalogue]
