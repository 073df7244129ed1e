import { exampleId, permissionOf, type Text } from '@lamplight/kit'
import {
  A,
  type Ctx,
  changed,
  errors,
  exampleFields,
  fieldError,
  idsIn,
  inTransaction,
  mayUse,
  type RouteInput,
  route,
  rowSchema,
  runVerb,
  T,
} from '@lamplight/server-kit'
import { group, LINKS_CHANGED } from '../model/index.ts'
import { seenOfType } from './device-sight.ts'
import { membersOf, numbersOf } from './group-members.ts'

type Values = Readonly<Record<string, unknown>>

/** A kind of group with devices of one type. Its calls of the catalogue take and answer the members (slice D1, answer 7; slice D3, answer 6). */
interface GroupKind {
  readonly base: string
  /** Code of the device type. */
  readonly code: number
  readonly label: Text
  readonly unfit: Text
}
const KINDS: readonly GroupKind[] = [
  {
    base: 'blade-city/trash_group',
    code: 19,
    label: ['垃圾桶分组', 'Group of bins'],
    unfit: ['含有不存在、无权查看或不是垃圾桶的设备', 'contains a device that does not exist, is not a bin, or that you cannot see'],
  },
  {
    base: 'blade-city/well_group',
    code: 20,
    label: ['井盖分组', 'Group of covers'],
    unfit: ['含有不存在、无权查看或不是井盖的设备', 'contains a device that does not exist, is not a cover, or that you cannot see'],
  },
]

const MEMBERS = 'memberIds'
const { devType: _fixed, ...properties } = (rowSchema(group, 'id') as { readonly properties: Record<string, object> }).properties
/** Example for the API document. Names are unique, so its name differs from those of the other calls. */
const exampleOf = ({ code }: GroupKind): Values => {
  const { devType: _type, ...example } = exampleFields(group, 900 + code)
  return example
}
const schema = {
  type: 'object',
  properties: {
    ...properties,
    groupId: { ...properties.id, description: 'the same as id' },
    [MEMBERS]: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }],
      description: 'ids of the members, comma-joined or an array; left out: the members stay; empty: all are removed',
    },
  },
}

const isNone = (id: unknown): boolean => id === undefined || id === null || id === '' || id === -1
const isEmpty = (given: unknown): boolean => given === null || given === '' || (Array.isArray(given) && given.length === 0)
/** Ids of the members in the body; undefined if the body does not have the parameter. */
const membersIn = (given: unknown): readonly string[] | undefined =>
  given === undefined ? undefined : isEmpty(given) ? [] : idsIn(given, MEMBERS)

/** Throws unless the row is a group of this kind. */
const tenantOf = async ({ query }: Ctx, id: string, { code }: GroupKind): Promise<string> => {
  const [found] = await query<{ tenant_id: string }>(
    'select tenant_id from devices_group where id = $1 and dev_type = $2 and not is_deleted for update',
    [id, code],
  )
  if (!found) throw errors.notFound()
  return found.tenant_id
}

const MINE = 'in (select g.device_id from devices_group_member g where g.group_id = $1)'

/** Replaces the members of the group by these devices. Members that the user does not see, or that have another type, stay. */
const setMembers = async (ctx: Ctx, id: string, ids: readonly string[], kind: GroupKind): Promise<void> => {
  const { query } = ctx
  const tenant = await tenantOf(ctx, id, kind)
  const among = '= any($1::bigint[])'
  const params: unknown[] = [ids, kind.code, tenant]
  const fit = await query(
    `select 1 from devices_registry r where r.device_id ${among} and r.type = $2 and r.tenant_id = $3${seenOfType(ctx, params, kind.code, 'r.device_id', among)}`,
    params,
  )
  if (fit.length !== ids.length) throw fieldError(MEMBERS, kind.unfit, ctx.lang)
  const before = await membersOf(query, id)
  const gone: unknown[] = [id, ids, kind.code]
  const removed = await query<{ id: string }>(
    `delete from devices_group_member m using devices_registry r
     where m.group_id = $1 and r.device_id = m.device_id and r.type = $3 and not r.device_id = any($2::bigint[])
     ${seenOfType(ctx, gone, kind.code, 'r.device_id', MINE)} returning m.device_id as id`,
    gone,
  )
  const added = await query<{ id: string }>(
    `insert into devices_group_member (group_id, device_id, tenant_id) select $1, unnest($2::bigint[]), $3
     on conflict do nothing returning device_id as id`,
    [id, ids, tenant],
  )
  if (removed.length + added.length === 0) return
  const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id)
  const less = await numbersOf(query, idsOf(removed))
  const more = await numbersOf(query, idsOf(added))
  const detail = changed(
    { ...before, ...(less.length > 0 && { removed: less }) },
    { ...(await membersOf(query, id)), ...(more.length > 0 && { added: more }) },
  )
  ctx.emit(LINKS_CHANGED, {})
  await ctx.audit({ what: 'devices.group.setMembers', target: id, count: removed.length + added.length, detail }, query)
}

/** Sets the members of a group of bins or covers (`code`: their device type), for slices that add such groups themselves. */
export const setKindMembers = async (ctx: Ctx, id: string, code: number, ids: readonly string[]): Promise<void> => {
  const kind = KINDS.find((one) => one.code === code)
  if (!kind) throw new Error(`no kind of group has devices of type ${code}`)
  await setMembers(ctx, id, ids, kind)
}

/** Adds or changes a group and sets its members, in one transaction. */
const submit = (kind: GroupKind) =>
  route({
    method: 'POST',
    path: `/api/${kind.base}/submit`,
    summary: [`${kind.label[0]}：新增或修改`, `${kind.label[1]}: add or change`],
    example: { body: exampleOf(kind) },
    // Adding and changing have a right each.
    permission: 'signed-in',
    checksItself: true,
    body: T.Unsafe<Values>(schema),
    returns: A.made,
    handler: async (input) => {
      const { body, ctx } = input
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.unreadable()
      const { [MEMBERS]: given, groupId, ...row } = body
      const named = isNone(groupId) ? 'id' : 'groupId'
      const id = named === 'id' ? row.id : groupId
      const isNew = isNone(id)
      // Checked first: a user without the right must not learn which groups exist.
      if (!mayUse(ctx.user, permissionOf(group, 'submit', isNew))) throw errors.noRight()
      const ids = membersIn(given)
      if (ids && !mayUse(ctx.user, 'device_group_member')) throw errors.noRight()
      return inTransaction(ctx, async (inside) => {
        if (!isNew) await tenantOf(inside, idsIn(id, named)[0] as string, kind)
        const verb = { ...input, ctx: inside, body: { ...row, devType: kind.code, ...(isNew ? {} : { id: String(id) }) } }
        const made = await runVerb(group, 'submit', verb as RouteInput)
        if (ids) await setMembers(inside, made.id, ids, kind)
        return made
      })
    },
  })

/** A group with the ids and serial numbers of the members that the user sees. */
const detail = (kind: GroupKind) =>
  route({
    method: 'GET',
    path: `/api/${kind.base}/detail`,
    summary: [`${kind.label[0]}：详情`, `${kind.label[1]}: detail`],
    example: { query: { id: exampleId(group.name) } },
    permission: permissionOf(group, 'detail'),
    query: T.Object({ id: T.String({ pattern: '^[0-9]{1,19}$' }) }),
    returns: A.row(group, { [MEMBERS]: A.text, memberIdsName: A.text }),
    handler: async (input) => {
      const { ctx, query } = input
      const row = await runVerb(group, 'detail', input as unknown as RouteInput)
      if (String(row.devType) !== String(kind.code)) throw errors.notFound()
      const params: unknown[] = [query.id, kind.code]
      const members = await ctx.query<{ id: string; sn: string }>(
        `select r.device_id::text as id, r.sn from devices_registry r
         where r.device_id ${MINE} and r.type = $2${seenOfType(ctx, params, kind.code, 'r.device_id', MINE)} order by r.sn`,
        params,
      )
      const joined = (key: 'id' | 'sn'): string => members.map((one) => one[key]).join(',')
      return { ...row, [MEMBERS]: joined('id'), memberIdsName: joined('sn') }
    },
  })

/** Written by hand: the members of a group are rows of another table, not a field of the resource. */
export const kindGroupRoutes = KINDS.flatMap((kind) => [submit(kind), detail(kind)])
