import { type Ctx, errors, type LifeDevice, readRow, tableOf, visibleRow } from '@lamplight/server-kit'
import { gateway, gatewayType } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { mayRead, maySeeType, seenDevices, viewsOf } from './device-sight.ts'

interface Known {
  readonly tenantId: string
  readonly sn: string
  readonly name: string
  readonly code: number
  readonly gatewayId: string
  readonly gatewaySn: string
}
const REGISTERED = `select tenant_id as "tenantId", sn, coalesce(name, '') as name, type as code, coalesce(gateway_id::text, '') as "gatewayId",
  gateway_sn as "gatewaySn" from devices_registry where device_id = $1`
const GATEWAY = `select tenant_id as "tenantId", sn, coalesce(name, '') as name, ${gatewayType.code} as code, '' as "gatewayId", '' as "gatewaySn"
  from devices_gateway where id = $1 and not is_deleted`

/** Refuses who may look at no kind of device. */
export const refuseBlind = (ctx: Ctx): void => {
  if (!mayRead(ctx, gateway) && !viewsOf(ctx).some(({ served }) => mayRead(ctx, served.resource))) throw errors.noRight()
}

/** The parameter `deviceId` of a route that checks rights before its input. */
export const deviceIdIn = (value: unknown): string => {
  if (value === undefined || value === '') throw errors.missingParameter({ field: 'deviceId' }, 'deviceId')
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) throw errors.badParameter({ field: 'deviceId' }, 'deviceId')
  return value
}

/** The row of a registered device that the user sees. Of a device that he sees by another row, and whose own row a data scope hides, it has no values. */
const rowOf = async (ctx: Ctx, { id, code }: { id: string; code: number }): Promise<LifeDevice['row']> => {
  const resource = ctx.platform.port(deviceTypesPort).resourceOf(code)
  if (!resource) throw errors.notFound()
  const params: unknown[] = [id]
  const [[seen], [row]] = await ctx.queries<[object, Record<string, unknown>]>([
    [`select from devices_registry r where r.device_id = $1${seenDevices(ctx, params, { among: '= $1', code })}`, params],
    [`select * from ${tableOf(resource)} where id = $1 and not is_deleted`, [id]],
  ])
  if (!seen) throw errors.notFound()
  return row ? readRow(resource, row) : {}
}

/** A registered device or a gateway that the user sees. Refuses any other. */
export const deviceSeen = async (ctx: Ctx, id: string): Promise<LifeDevice> => {
  const [[registered], [gate]] = await ctx.queries<[Known, Known]>([
    [REGISTERED, [id]],
    [GATEWAY, [id]],
  ])
  const known = registered ?? gate
  if (!known) throw errors.notFound()
  const { code, ...more } = known
  const types = ctx.platform.port(deviceTypesPort)
  await types.need([code])
  const type = types.typeOf(code)
  const resource = registered ? types.resourceOf(code) : gateway
  if (!type || !resource) throw errors.notFound()
  if (registered ? !maySeeType(ctx, code) : !mayRead(ctx, gateway)) throw errors.noRight()
  const row = registered ? await rowOf(ctx, { id, code }) : await visibleRow(ctx, gateway, id)
  return { id, ...more, type, resource, row }
}
