import { modelOf } from '@lamplight/fields/model'
import { permissionOf, pick, type ResourceDefinition, snake, type Text } from '@lamplight/kit'
import {
  A,
  type AnswerOf,
  addRow,
  type Ctx,
  changed,
  changeRow,
  errors,
  fieldError,
  inTransaction,
  mayUse,
  type Replaced,
  type ReplacementFollower,
  registryPort,
  runVerb,
  tableOf,
} from '@lamplight/server-kit'
import { devicesErrors, LINKS_CHANGED } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { REPLACE_RIGHT } from '../../model/replace-right.ts'
import { seenDevices, viewsOf } from '../device-sight.ts'

type Values = Readonly<Record<string, unknown>>
interface Known {
  readonly id: string
  readonly sn: string
  readonly type: number
  readonly tenantId: string
}
const byNumber = async (ctx: Ctx, sn: string): Promise<Known | undefined> => {
  const params: unknown[] = [sn]
  const [found] = await ctx.query<Known>(
    `select r.device_id::text as id, r.sn, r.type::int as type, r.tenant_id as "tenantId" from devices_registry r where r.sn = $1${seenDevices(ctx, params)}`,
    params,
  )
  return found
}
/** True if a device with this number is registered, whether or not the user sees it. */
const isTaken = async (ctx: Ctx, sn: string): Promise<boolean> =>
  (await ctx.query('select from devices_registry where sn = $1', [sn])).length > 0

const refOf = ({ fields }: ResourceDefinition, name: string): string => ((fields[name]?.options ?? {}) as { readonly to?: string }).to ?? ''
/** References that say where a device is or what it hangs on. */
const PLACES = ['places.area', 'places.project', 'devices.gateway', 'lighting.post']
/**
 * A registered device of this type that has no place yet. A user who is limited to places does not see it in lists, but may install it: the replacement
 * gives it a place that the user sees.
 */
const withoutPlace = async (ctx: Ctx, resource: ResourceDefinition, type: number, sn: string): Promise<Known | undefined> => {
  const columns = Object.entries(resource.fields).filter(
    ([name, { kind }]) => name === 'address' || (kind === 'ref' && PLACES.includes(refOf(resource, name))),
  )
  const [found] = await ctx.query<Known>(
    `select r.device_id::text as id, r.sn, r.type::int as type, r.tenant_id as "tenantId" from devices_registry r
     join ${tableOf(resource)} t on t.id = r.device_id and not t.is_deleted
     where r.sn = $1 and r.type = $2 and coalesce(${columns.map(([name]) => `t.${snake(name)}::text`).join(', ')}) is null`,
    [sn, type],
  )
  return found
}

/** Fields of hardware: they stay with the device. */
const OWN = ['sn', 'imei', 'supplierId', 'modelId', 'devType']
/** Places that a device leaves when it is taken down. */
const LEFT = ['devices.gateway', 'lighting.post']

/** Fields of a device that its successor takes over, by wire name, with the values of the row `wire`. */
const placeOf = (resource: ResourceDefinition, wire: Values): Values =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, { kind, options, ...field }]) => {
      if (options.readonly || options.from || options.unique || OWN.includes(name) || kind === 'file' || kind === 'secret') return []
      return modelOf({ kind, options, ...field })
        .wireNames(name, options)
        .flatMap((key) => (wire[key] === undefined || wire[key] === '' ? [] : [[key, wire[key]] as const]))
    }),
  )
/** The change of a row that takes its device down: no gateway, address or post, and not activated. */
export const takenDown = (resource: ResourceDefinition): Values => {
  const named = Object.entries(resource.fields).filter(([name, { kind }]) => kind === 'ref' && LEFT.includes(refOf(resource, name)))
  const left = [...named.map(([name, { options }]) => options.wire ?? name), ...('address' in resource.fields ? ['address'] : [])]
  return { ...Object.fromEntries(left.map((key) => [key, ''])), activated: 0 }
}

/** Refuses a successor that is in use: rows show it, or a group contains it. */
const refuseInUse = async (ctx: Ctx, { id, sn, type }: Known): Promise<void> => {
  for (const { served, column } of viewsOf(ctx, type).filter((view) => view.column !== 'id')) {
    const [used] = await ctx.query(`select 1 from ${tableOf(served.resource)} t where t.${column} = $1 and not t.is_deleted limit 1`, [id])
    if (used) throw devicesErrors.successorInUse({ sn, by: pick(served.resource.label, ctx.lang) }, 'newSn')
  }
  const [grouped] = await ctx.query('select 1 from devices_group_member where device_id = $1 limit 1', [id])
  if (grouped) throw devicesErrors.successorInUse({ sn, by: pick(['分组', 'a group'], ctx.lang) }, 'newSn')
}

/** Groups follow: the successor is a member of the groups of the old device. */
export const groupFollower: ReplacementFollower = {
  name: 'devices.groups',
  label: ['设备分组', 'Groups'],
  follow: async (ctx, { from, to }) => {
    const rows = await ctx.query(
      `with gone as (delete from devices_group_member where device_id = $1 returning group_id, tenant_id)
       insert into devices_group_member (group_id, device_id, tenant_id) select group_id, $2, tenant_id from gone on conflict do nothing returning group_id`,
      [from.id, to.id],
    )
    if (rows.length > 0) ctx.emit(LINKS_CHANGED, {})
    return { count: rows.length }
  },
}

export const ReplacementReturns = A.of({
  id: A.id,
  deviceId: A.id,
  faultSn: A.text,
  newSn: A.text,
  followed: A.list(A.of({ name: A.text, label: A.text, count: A.int })),
  /** What could not follow, with the reason. */
  left: A.list(A.text),
})
type ReplacementAnswer = AnswerOf<typeof ReplacementReturns>

/**
 * The device that takes the place: a registered one that is not in use, or a new row with this number. It is written without the user's limits by place:
 * what it gets was read from a device that the user sees, whose gateway may stand elsewhere.
 */
const successor = async (ctx: Ctx, resource: ResourceDefinition, old: Known, newSn: string, place: Values): Promise<Known> => {
  const writing: Ctx = { ...ctx, user: { ...ctx.user, cut: { projects: false, areas: false } } }
  const known = (await byNumber(ctx, newSn)) ?? (await withoutPlace(ctx, resource, old.type, newSn))
  if (!known) {
    if (await isTaken(ctx, newSn)) throw devicesErrors.successorUnknown({ sn: newSn }, 'newSn')
    const id = await addRow(writing, resource, { ...place, sn: newSn, activated: 1 })
    return { ...old, id, sn: newSn }
  }
  if (known.type !== old.type) throw devicesErrors.successorType({ sn: newSn }, 'newSn')
  await refuseInUse(ctx, known)
  await changeRow(writing, resource, { id: known.id, ...place, activated: 1 })
  return known
}

/**
 * Replaces the device `faultSn` by the device `newSn` of the same type, in one transaction: the successor takes its place and fields, rows of all slices
 * that name the old device follow (`ServerSlice.replacement`), and the old device is taken down. History stays with the device that reported it.
 */
export const replace = async (
  ctx: Ctx,
  { faultSn, newSn }: { readonly faultSn: string; readonly newSn: string },
  undoes: string | null = null,
): Promise<ReplacementAnswer> => {
  if (!mayUse(ctx.user, REPLACE_RIGHT)) throw errors.noRight()
  if (faultSn === newSn) throw fieldError('newSn', ['不能与故障设备相同', 'must differ from the faulty device'], ctx.lang)
  return inTransaction(ctx, async (inside) => {
    const old = await byNumber(inside, faultSn)
    const types = ctx.platform.port(deviceTypesPort)
    await types.need(old ? [old.type] : [])
    const resource = old && types.resourceOf(old.type)
    if (!old || !resource) throw devicesErrors.replacedUnknown({ sn: faultSn }, 'faultSn')
    if (!mayUse(ctx.user, permissionOf(resource, 'get'))) throw errors.noRight()
    const input = { ctx: inside, params: { id: old.id }, query: {}, body: {}, headers: {}, origin: '' }
    const wire = await runVerb(resource, 'get', input as unknown as Parameters<typeof runVerb>[2])
    const place = placeOf(resource, wire)
    const next = await successor(inside, resource, old, newSn, place)
    const replaced: Replaced = { resource, tenantId: old.tenantId, from: { id: old.id, sn: old.sn }, to: { id: next.id, sn: next.sn } }
    const followers = ctx.platform.port(registryPort).slices.flatMap(({ replacement = [] }) => replacement)
    const followed: { name: string; label: Text; count: number }[] = []
    const left: Text[] = []
    for (const { name, label, follow } of followers) {
      const { count, left: stays = [] } = await follow(inside, replaced)
      followed.push({ name, label, count })
      left.push(...stays)
    }
    await changeRow(inside, resource, { id: old.id, ...takenDown(resource) })
    const id = ctx.platform.newId()
    await inside.query(
      `insert into devices_replacement (id, tenant_id, old_id, new_id, old_sn, new_sn, undoes, account, at, followed, left_over)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        old.tenantId,
        old.id,
        next.id,
        old.sn,
        next.sn,
        undoes,
        ctx.user.account,
        ctx.now(),
        JSON.stringify(followed),
        JSON.stringify(left),
      ],
    )
    const detail = changed({ sn: old.sn }, { sn: next.sn, followed: followed.map(({ name, count }) => `${name}: ${count}`) })
    await inside.audit({ what: 'devices.replacement.replace', target: `${old.id},${next.id}`, count: 1, detail })
    return {
      id,
      deviceId: next.id,
      faultSn: old.sn,
      newSn: next.sn,
      followed: followed.map(({ name, label, count }) => ({ name, label: pick(label, ctx.lang), count })),
      left: left.map((text) => pick(text, ctx.lang)),
    }
  })
}

const UNDO_HOURS = 24
/** Undoes a replacement of the last day: the same engine with exchanged devices. */
export const undo = async (ctx: Ctx, id: string): Promise<ReplacementAnswer> => {
  const [row] = await ctx.query<{ old_sn: string; new_sn: string; at: Date; later: boolean }>(
    `select r.old_sn, r.new_sn, r.at, exists (select from devices_replacement l where l.tenant_id = r.tenant_id and l.at > r.at
       and (l.undoes = r.id or l.old_id in (r.old_id, r.new_id) or l.new_id in (r.old_id, r.new_id))) as later
     from devices_replacement r where r.id = $1`,
    [id],
  )
  if (!row) throw errors.notFound()
  const isOld = ctx.now().getTime() - row.at.getTime() > UNDO_HOURS * 3_600_000
  if (isOld || row.later) throw devicesErrors.undoOver({}, 'id')
  return replace(ctx, { faultSn: row.new_sn, newSn: row.old_sn }, id)
}
