import { exampleDevice, exampleId } from '@lamplight/kit'
import {
  A,
  type Ctx,
  changed,
  errors,
  idsIn,
  inTransaction,
  optionalPort,
  page,
  pageWindow,
  type Query,
  type Route,
  route,
  T,
} from '@lamplight/server-kit'
import { controllerType, devicesErrors, LINKS_CHANGED } from '../model/index.ts'
import { groupStrategiesPort } from '../model/ports.ts'
import { DEVICES, DeviceReturns, type DeviceRow, wireDevice } from './device-row.ts'
import { seenDevices } from './device-sight.ts'
import { membersOf, numbersOf, TOLD } from './group-members.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })
const Members = T.Object({ groupId: T.Optional(Id), ids: T.Optional(T.String()), fromGroupId: T.Optional(Id) })
const MEMBERS = 'device_group_member'

interface MemberRequest {
  readonly groupId: string
  readonly ids: readonly string[]
  readonly fromGroupId?: string
}

/** Reads parameters from the query or the body (wire-contract.md 11). */
const memberRequestOf = (query: Record<string, unknown>, body: unknown): MemberRequest => {
  const { groupId, ids, fromGroupId } = { ...query, ...(body as Record<string, unknown> | undefined) }
  if (groupId === undefined || groupId === '') throw errors.missingParameter({ field: 'groupId' }, 'groupId')
  for (const id of [groupId, fromGroupId])
    if (id !== undefined && !/^\d{1,19}$/.test(String(id))) throw errors.badParameter({ field: 'groupId' })
  return { groupId: String(groupId), ids: idsIn(ids), fromGroupId: fromGroupId === undefined ? undefined : String(fromGroupId) }
}

interface Group {
  readonly id: string
  readonly tenant_id: string
  readonly strategy: string | null
}
const groupOf = async (query: Query, id: string): Promise<Group> => {
  const [found] = await query<Group>(
    'select id, tenant_id, work_strategy_id::text as strategy from devices_group where id = $1 and not is_deleted',
    [id],
  )
  if (!found) throw devicesErrors.groupMissing({}, 'groupId')
  return found
}

/** Refuses unless all are devices that the user sees. */
const assertVisible = async (ctx: Ctx, query: Query, ids: readonly string[]): Promise<void> => {
  const params: unknown[] = [ids]
  const among = '= any($1::bigint[])'
  const known = await query(`select 1 from devices_registry r where r.device_id ${among}${seenDevices(ctx, params, { among })}`, params)
  if (known.length !== ids.length) throw devicesErrors.deviceMissing({}, 'ids')
}

/** Adds devices to a group. `copy` keeps their other groups; `move` removes them from `fromGroupId`, or from every other group. */
const addMembers = (caller: Ctx, { groupId, ids, fromGroupId }: MemberRequest, how: 'copy' | 'move'): Promise<{ count: number }> =>
  inTransaction(caller, async (ctx) => {
    const { query } = ctx
    const group = await groupOf(query, groupId)
    await assertVisible(ctx, query, ids)
    const before = await membersOf(query, groupId)
    const left =
      how === 'copy'
        ? []
        : await query<{ name: string }>(
            `with gone as (delete from devices_group_member where device_id = any($1) and group_id <> $2 and ($3::bigint is null or group_id = $3)
               returning group_id)
             select g.group_name as name from devices_group g where g.id in (select group_id from gone) order by 1 limit ${TOLD}`,
            [ids, groupId, fromGroupId ?? null],
          )
    await query(
      'insert into devices_group_member (group_id, device_id, tenant_id) select $1, unnest($2::bigint[]), $3 on conflict do nothing',
      [groupId, ids, group.tenant_id],
    )
    const after = { ...(await membersOf(query, groupId)), added: await numbersOf(query, ids) }
    const detail = changed({ ...before, ...(left.length > 0 && { left: left.map(({ name }) => name) }) }, after)
    ctx.emit(LINKS_CHANGED, {})
    await ctx.audit({ what: `devices.group.${how}`, target: groupId, count: ids.length, detail }, query)
    // Devices that join a group get its work strategy.
    if (group.strategy)
      await optionalPort(ctx.platform, groupStrategiesPort)?.assign(ctx, { groupId, strategyId: group.strategy, deviceIds: ids })
    return { count: ids.length }
  })

const removeMembers = (caller: Ctx, { groupId, ids }: MemberRequest): Promise<{ count: number }> =>
  inTransaction(caller, async (ctx) => {
    const { query } = ctx
    await groupOf(query, groupId)
    await assertVisible(ctx, query, ids)
    const before = await membersOf(query, groupId)
    const gone = await query<{ id: string }>(
      'delete from devices_group_member where group_id = $1 and device_id = any($2) returning device_id as id',
      [groupId, ids],
    )
    const removed = await numbersOf(
      query,
      gone.map(({ id }) => id),
    )
    const detail = changed({ ...before, removed }, await membersOf(query, groupId))
    ctx.emit(LINKS_CHANGED, {})
    await ctx.audit({ what: 'devices.group.removeMembers', target: groupId, count: gone.length, detail }, query)
    return { count: gone.length }
  })

const changes = (
  path: string,
  method: 'POST' | 'DELETE',
  summary: Route['summary'],
  perform: (ctx: Ctx, request: MemberRequest, how?: unknown) => Promise<{ count: number }>,
): Route =>
  route({
    method,
    path: `/api/blade-city/${path}`,
    summary,
    example: { query: { ids: exampleDevice(controllerType), groupId: exampleId('devices.group') } },
    permission: MEMBERS,
    query: T.Object({ ...Members.properties, type: T.Optional(T.String({ description: 'move (default) or copy' })) }),
    returns: A.count,
    handler: ({ ctx, query, body }) =>
      perform(ctx, memberRequestOf(query, body), (body as { type?: unknown } | undefined)?.type ?? query.type),
  })

const members = (path: string): Route =>
  route({
    method: 'GET',
    path: `/api/blade-city/${path}`,
    summary: ['分组的设备', 'Devices of a group'],
    example: { query: { groupId: exampleId('devices.group') } },
    permission: 'device_group_view',
    query: T.Object({
      groupId: Id,
      current: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
      size: T.Optional(T.Integer({ minimum: -1, maximum: 10_000 })),
      sn: T.Optional(T.String({ maxLength: 64 })),
    }),
    returns: A.page(DeviceReturns),
    handler: async ({ ctx, query }) => {
      const { groupId, current = 1, sn = '' } = query
      const size = query.size || 10
      const { limit, offset } = pageWindow({ current, size })
      await groupOf(ctx.query, groupId)
      const params: unknown[] = [groupId, sn]
      const among = 'in (select g.device_id from devices_group_member g where g.group_id = $1)'
      const where = `where r.device_id ${among} and ($2 = '' or strpos(r.sn, $2) > 0)${seenDevices(ctx, params, { among })}`
      const [rows, [counted]] = await ctx.queries<[DeviceRow, { total: number }]>([
        [`${DEVICES} ${where} order by r.sn limit ${limit} offset ${offset}`, params],
        [`select count(*)::int as total from devices_registry r ${where}`, params],
      ])
      return page(
        rows.map((row) => wireDevice(row, ctx.zone)),
        counted?.total ?? 0,
        current,
        size,
      )
    },
  })

/** `operation` of a group's controllers: the catalogue does not show its meaning (slice D1, answer 8). */
const OPERATIONS = { add: 1, remove: 2, clear: 3 } as const
const operation = route({
  method: 'POST',
  path: '/api/blade-city/group/controller/operation',
  summary: ['分组控制器操作', 'Add, remove or clear the controllers of a group'],
  example: { body: { groupId: exampleId('devices.group'), controllerIds: exampleDevice(controllerType), operation: OPERATIONS.add } },
  permission: MEMBERS,
  body: T.Object({
    groupId: Id,
    controllerIds: T.Optional(T.Union([T.String(), T.Array(T.String())], { description: 'comma-joined or an array' })),
    operation: T.Optional(T.Integer({ minimum: 1, maximum: 3, description: '1 add (default), 2 remove, 3 remove all' })),
  }),
  returns: A.count,
  handler: async ({ ctx, body }) => {
    const { groupId, controllerIds, operation: what = OPERATIONS.add } = body
    if (what !== OPERATIONS.clear) {
      const request = { groupId, ids: idsIn(controllerIds, 'controllerIds') }
      return what === OPERATIONS.add ? addMembers(ctx, request, 'copy') : removeMembers(ctx, request)
    }
    const rows = await ctx.query<{ id: string }>('select device_id::text as id from devices_group_member where group_id = $1', [groupId])
    return removeMembers(ctx, { groupId, ids: rows.map(({ id }) => id) })
  },
})

/** Calls that list and change the members of a group: device_group.*, group.* and integrated_dev_group.* of the catalogue. */
export const groupMemberRoutes: readonly Route[] = [
  members('device_group/device/page'),
  changes('device_group/copy', 'POST', ['复制到分组', 'Copy devices into a group'], (ctx, request) => addMembers(ctx, request, 'copy')),
  changes('device_group/move', 'POST', ['移动到分组', 'Move devices to a group'], (ctx, request) => addMembers(ctx, request, 'move')),
  changes('device_group/remove', 'POST', ['移出分组', 'Remove devices from a group'], removeMembers),
  changes('group/move', 'POST', ['移动到分组', 'Move devices to a group'], (ctx, request) => addMembers(ctx, request, 'move')),
  members('group/controller/list'),
  changes('group/controller', 'DELETE', ['移出分组', 'Take controllers out of a group'], removeMembers),
  changes('group/controller/move-copy', 'POST', ['移动或复制到分组', 'Move or copy controllers'], (ctx, request, how) =>
    addMembers(ctx, request, how === 'copy' ? 'copy' : 'move'),
  ),
  operation,
  members('integrated_dev_group/device/page'),
  changes('integrated_dev_group/copy', 'POST', ['复制到分组', 'Copy devices into a group'], (ctx, request) =>
    addMembers(ctx, request, 'copy'),
  ),
  changes('integrated_dev_group/move', 'POST', ['移动到分组', 'Move devices to a group'], (ctx, request) =>
    addMembers(ctx, request, 'move'),
  ),
  changes('integrated_dev_group/remove', 'POST', ['移出分组', 'Remove devices from a group'], removeMembers),
]
