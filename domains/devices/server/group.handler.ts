import { columnsOf } from '@lamplight/fields/column'
import { isId } from '@lamplight/fields/model'
import type { Field } from '@lamplight/kit'
import { exampleId } from '@lamplight/kit'
import {
  A,
  bodySchema,
  type Ctx,
  changeOf,
  draftFrom,
  errors,
  fieldError,
  idsIn,
  type Query,
  type Route,
  readRow,
  removedOf,
  route,
  T,
} from '@lamplight/server-kit'
import { devicesErrors, group } from '../model/index.ts'
import { emptyGroups } from './group.server.ts'

const Id = T.String({ pattern: '^[0-9]{1,19}$' })
type Values = Record<string, unknown>
const Body = T.Intersect([
  T.Object({ groupId: T.Optional(T.Union([T.String(), T.Number(), T.Null()])) }),
  T.Unsafe<object>(bodySchema(group, 'id')),
])

const bodyIn = (body: unknown): Values => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.unreadable()
  return body as Values
}
const isNone = (id: unknown): boolean => id === undefined || id === null || id === '' || id === -1
const idOf = (body: Values): string | null => {
  for (const name of ['groupId', 'id']) {
    const id = body[name]
    if (!isNone(id) && !isId(typeof id === 'number' ? String(id) : id)) throw errors.badParameter({ field: name }, name)
  }
  const id = isNone(body.groupId) ? body.id : body.groupId
  return isNone(id) ? null : String(id)
}

const refuseTaken = async (ctx: Ctx, query: Query, name: unknown, id: string): Promise<void> => {
  if (name === undefined) return
  const [taken] = await query('select 1 from devices_group where group_name = $1 and id <> $2 and tenant_id = $3 and not is_deleted', [
    name,
    id,
    ctx.tenantId,
  ])
  if (taken) throw fieldError('groupName', ['分组名称已存在', 'is used already'], ctx.lang)
}

/** Adds a group or changes the one named by `groupId` (or `id`): the wire calls it by its entity's name (specification line 165). */
const save = async (ctx: Ctx, body: Values, id: string | null): Promise<{ id: string }> => {
  const draft = draftFrom(group, body, ctx, id === null)
  const cells = Object.entries(draft).flatMap(([name, value]) => {
    const [column] = columnsOf(name, group.fields[name as keyof typeof group.fields] as Field)
    return column ? [{ column: column.name, value }] : []
  })
  return ctx.tx(async (query) => {
    const key = id ?? ctx.platform.newId()
    await refuseTaken(ctx, query, draft.groupName, key)
    const values = cells.map(({ value }) => value)
    const [old] = id === null ? [] : await query('select * from devices_group where id = $1 and not is_deleted for update', [id])
    if (id === null)
      await query(
        `insert into devices_group (id, tenant_id, create_user, update_user, ${cells.map(({ column }) => column).join(', ')})
         values ($1, $2, $3, $3, ${cells.map((_, at) => `$${at + 4}`).join(', ')})`,
        [key, ctx.tenantId, ctx.user.id, ...values],
      )
    else {
      const sets = ['update_user = $2', 'update_time = now()', ...cells.map(({ column }, at) => `${column} = $${at + 3}`)]
      const found = await query(`update devices_group set ${sets.join(', ')} where id = $1 and not is_deleted returning id`, [
        key,
        ctx.user.id,
        ...values,
      ])
      if (found.length === 0) throw errors.notFound()
    }
    const detail = changeOf(group, draft, old ? readRow(group, old) : null)
    await ctx.audit({ what: `devices.group.${id === null ? 'add' : 'update'}`, target: key, detail }, query)
    return { id: key }
  })
}

const update = (path: string): Route =>
  route({
    method: 'PUT',
    path: `/api/blade-city/${path}`,
    summary: ['修改设备分组', 'Change a device group'],
    example: { body: { groupId: exampleId('devices.group'), groupName: '滨江路北段' } },
    permission: 'device_group_edit',
    body: Body,
    checksItself: true,
    returns: A.made,
    handler: ({ ctx, body }) => {
      const id = idOf(bodyIn(body))
      if (id === null) throw errors.missingParameter({ field: 'groupId' }, 'groupId')
      return save(ctx, bodyIn(body), id)
    },
  })

const submit = route({
  method: 'POST',
  path: '/api/blade-city/group/submit',
  summary: ['新增或修改分组', 'Add or change a group'],
  example: { body: { groupId: exampleId('devices.group'), groupName: '滨江路南段' } },
  permission: 'signed-in',
  body: Body,
  checksItself: true,
  returns: A.made,
  handler: ({ ctx, body }) => {
    const id = idOf(bodyIn(body))
    if (!ctx.user.permissions.has(id === null ? 'device_group_add' : 'device_group_edit')) throw errors.noRight()
    return save(ctx, bodyIn(body), id)
  },
})

const remove = route({
  method: 'POST',
  path: '/api/blade-city/group/remove',
  summary: ['删除分组', 'Remove groups'],
  example: { query: { ids: exampleId('devices.group') } },
  permission: 'device_group_delete',
  query: T.Object({ ids: T.Optional(T.String()), id: T.Optional(Id) }),
  returns: A.count,
  handler: ({ ctx, query: { ids: given, id } }) => {
    const ids = idsIn(given ?? id)
    return ctx.tx(async (query) => {
      const gone = await query(
        'update devices_group set is_deleted = true, update_user = $2, update_time = now() where id = any($1) and not is_deleted returning id, group_name as "groupName"',
        [ids, ctx.user.id],
      )
      if (gone.length !== ids.length) throw devicesErrors.groupMissing({}, 'ids')
      await emptyGroups(ctx, query, ids)
      await ctx.audit(
        { what: 'devices.group.remove', target: ids.slice(0, 50).join(','), count: ids.length, detail: removedOf(group, gone) },
        query,
      )
      return { count: ids.length }
    })
  },
})

/** group.* and device_group.* beyond what follows from the resource. */
export const groupRoutes: readonly Route[] = [update('device_group'), update('group'), submit, remove]
