import { exampleDevice, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import { A, type Ctx, changed, changeRow, errors, inTransaction, type Route, refuseUnseen, route, T, tableOf } from '@lamplight/server-kit'
import { controllerType, gateway, LINKS_CHANGED } from '../model/index.ts'
import { viewsOf } from './device-sight.ts'
import { keepDiagnosed, readDiagnosed } from './diagnose-end.ts'
import { diagnose } from './diagnosis.ts'
import { chosenDevices, Each, Ids, needEdit, someIds } from './register-move.handler.ts'
import { refuseWithout } from './register-type.ts'
import { takenDown } from './replacement.ts'
import { refuseBlind } from './seen-device.ts'

/* Calls for chosen devices of any type (deviceManage.offlineDiagnose, deviceManage.uninstall): the resource and the right depend on each device. */

const GATEWAY: Text = ['网关不能在此卸载', 'Gateways cannot be uninstalled here']
const FAMILY: Text = ['该类设备不能绑定到此处', 'Devices of this type cannot be bound to it']

const uninstall = route({
  method: 'POST',
  path: '/api/blade-device/deviceManage/uninstall',
  summary: ['卸载设备', 'Uninstall devices'],
  example: { body: { ids: [exampleDevice(controllerType)], reason: '改造拆除' } },
  permission: 'signed-in',
  refuses: refuseWithout('put'),
  body: T.Object({
    ids: Ids,
    reason: T.Optional(T.String({ maxLength: 200 })),
    scrap: T.Optional(T.Boolean({ description: 'the devices are scrapped: their life records say so' })),
  }),
  returns: Each,
  handler: async ({ ctx, body }) => {
    const { devices, failures } = await chosenDevices(ctx, someIds(body.ids))
    const removable = devices.filter(({ id, resource }) => {
      if (resource.name === gateway.name) failures.push({ id, msg: pick(GATEWAY, ctx.lang) })
      return resource.name !== gateway.name
    })
    needEdit(ctx, new Set(removable.map(({ resource }) => resource)))
    await inTransaction(ctx, async (inside) => {
      for (const { id, resource } of removable) await changeRow(inside, resource, { id, ...takenDown(resource) })
      const ids = removable.map(({ id }) => id)
      const left = await inside.query('delete from devices_group_member where device_id = any($1::bigint[]) returning group_id', [ids])
      if (left.length > 0) inside.emit(LINKS_CHANGED, {})
      const detail = changed({ installed: true, groups: left.length }, { installed: false, groups: 0, reason: body.reason ?? '' })
      if (ids.length > 0) await inside.audit({ what: 'devices.register.uninstall', target: ids.join(','), count: ids.length, detail })
      if (ids.length > 0 && body.scrap)
        await inside.audit({
          what: 'devices.register.scrap',
          target: ids.join(','),
          count: ids.length,
          detail: changed({ scrapped: false }, { scrapped: true }),
        })
    })
    return { successCount: removable.length, failCount: failures.length, failures }
  },
})

const refTo = ({ fields }: ResourceDefinition, target: string): string | undefined => {
  const [name, field] =
    Object.entries(fields).find(([, { kind, options }]) => kind === 'ref' && (options as { readonly to?: string }).to === target) ?? []
  return name && field && !field.options.readonly ? (field.options.wire ?? name) : undefined
}

/** The rows that show a device and refer to `target`, as the lamps of a controller refer to their posts. */
const shownBy = async (ctx: Ctx, { id, type }: { readonly id: string; readonly type: number }, target: string) => {
  for (const { served, column } of viewsOf(ctx, type).filter((view) => view.column !== 'id')) {
    const field = refTo(served.resource, target)
    if (!field) continue
    const rows = await ctx.query<{ id: string }>(
      `select t.id::text as id from ${tableOf(served.resource)} t where t.${column} = $1 and not t.is_deleted order by t.id`,
      [id],
    )
    return { resource: served.resource, rows: rows.map((row) => row.id), field }
  }
  return undefined
}

/** The devices with these serial numbers that the user sees, and a failure for each other number. */
const byNumbers = async (ctx: Ctx, sns: readonly string[]) => {
  const rows = await ctx.query<{ id: string; sn: string }>(
    'select device_id::text as id, sn from devices_registry where sn = any($1::text[])',
    [sns],
  )
  const { devices } = await chosenDevices(
    ctx,
    rows.map(({ id }) => id),
  )
  const seen = new Set(rows.filter(({ id }) => devices.some((one) => one.id === id)).map(({ sn }) => sn))
  const unknown: Text = ['设备不存在', 'The device does not exist']
  return { devices, failures: sns.filter((sn) => !seen.has(sn)).map((sn) => ({ id: sn, msg: pick(unknown, ctx.lang) })) }
}

const bind = route({
  method: 'POST',
  path: '/api/blade-device/deviceManage/bind',
  summary: ['绑定设备到网关或灯杆', 'Bind devices to a gateway or a lamp post'],
  example: { body: { parentSn: 'GW-0001', sns: [exampleDevice({ name: `sn.${controllerType.name}` })] } },
  permission: 'signed-in',
  refuses: refuseWithout('put'),
  body: T.Object({
    parentSn: T.Optional(T.String({ maxLength: 64, description: 'serial number of the gateway' })),
    lampPostId: T.Optional(T.String({ pattern: '^\\d{1,19}$' })),
    gatewayId: T.Optional(T.String({ pattern: '^\\d{1,19}$', description: 'in place of parentSn' })),
    sns: T.Optional(T.Array(T.String({ minLength: 1, maxLength: 64 }), { maxItems: 1000, uniqueItems: true })),
    ids: T.Optional(Ids),
  }),
  returns: Each,
  handler: async ({ ctx, body: { parentSn, gatewayId, lampPostId, sns = [], ids } }) => {
    if ([parentSn, gatewayId, lampPostId].filter(Boolean).length !== 1) throw errors.missingParameter({ field: 'parentSn' }, 'parentSn')
    if (!ids && sns.length === 0) throw errors.missingParameter({ field: 'sns' }, 'sns')
    const [found] = parentSn
      ? await ctx.query<{ id: string }>('select id::text as id from devices_gateway where sn = $1 and not is_deleted', [parentSn])
      : [{ id: String(gatewayId ?? lampPostId) }]
    if (!found) throw errors.badParameter({ field: 'parentSn' }, 'parentSn')
    const target = lampPostId ? 'lighting.post' : gateway.name
    await refuseUnseen(ctx, ctx.query, target, [found.id], lampPostId ? 'lampPostId' : gatewayId ? 'gatewayId' : 'parentSn')
    const { devices, failures } = ids ? await chosenDevices(ctx, someIds(ids)) : await byNumbers(ctx, sns)
    const bindable: { readonly resource: ResourceDefinition; readonly rows: readonly string[]; readonly field: string }[] = []
    for (const device of devices) {
      const own = refTo(device.resource, target)
      const bound = own ? { resource: device.resource, rows: [device.id], field: own } : await shownBy(ctx, device, target)
      if (bound && bound.rows.length > 0) bindable.push(bound)
      else failures.push({ id: device.id, msg: pick(FAMILY, ctx.lang) })
    }
    needEdit(ctx, new Set(bindable.map(({ resource }) => resource)))
    await inTransaction(ctx, async (inside) => {
      for (const { resource, rows, field } of bindable) for (const id of rows) await changeRow(inside, resource, { id, [field]: found.id })
    })
    return { successCount: bindable.length, failCount: failures.length, failures }
  },
})

export const offlineDiagnose = route({
  method: 'POST',
  path: '/api/blade-device/deviceManage/offlineDiagnose',
  summary: ['离线诊断', 'Find out why devices are offline'],
  example: { body: { ids: [exampleDevice(controllerType)] } },
  permission: 'signed-in',
  refuses: refuseBlind,
  body: T.Object({ ids: Ids }),
  returns: A.list(
    A.of({
      id: A.id,
      sn: A.text,
      cause: A.text,
      causeName: A.text,
      advice: A.text,
      /** The read that ends the diagnosis; empty if the device could not answer, or the user may not read it. */
      commandRecordId: A.id,
      /** The checks in their order. `result`: good, cause, unknown, or skipped (after the cause). */
      steps: A.list(A.of({ key: A.text, label: A.text, result: A.text, evidence: A.text })),
    }),
  ),
  handler: async ({ ctx, body }) => {
    const { devices } = await chosenDevices(ctx, someIds(body.ids))
    const found = await diagnose(
      ctx,
      devices.map(({ id }) => id),
    )
    await keepDiagnosed(ctx, devices, found)
    const reads = await readDiagnosed(ctx, devices, found)
    return found.map(({ id, sn, cause, text, advice, steps }) => ({
      id,
      sn,
      cause,
      causeName: pick(text, ctx.lang),
      advice: pick(advice, ctx.lang),
      commandRecordId: reads.get(id) ?? '',
      steps: steps.map(({ key, label, result, evidence }) => ({
        key,
        label: pick(label, ctx.lang),
        result,
        evidence: pick(evidence, ctx.lang),
      })),
    }))
  },
})

export const registerManageRoutes: readonly Route[] = [uninstall, bind, offlineDiagnose]
