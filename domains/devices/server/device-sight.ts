import { permissionOf, type ResourceDefinition } from '@lamplight/kit'
import { type Ctx, errors, type LifeDevice, registryPort, visibleRow } from '@lamplight/server-kit'
import { gateway, gatewayType } from '../model/index.ts'
import { deviceTypesPort } from '../model/ports.ts'
import { isLampController } from './types.port.ts'

interface Known {
  readonly sn: string
  readonly name: string
  readonly code: number
  readonly gatewayId: string
  readonly gatewaySn: string
}
const REGISTERED = `select sn, coalesce(name, '') as name, type as code, coalesce(gateway_id::text, '') as "gatewayId", gateway_sn as "gatewaySn"
  from devices_registry where device_id = $1`
const GATEWAY = `select sn, coalesce(name, '') as name, ${gatewayType.code} as code, '' as "gatewayId", '' as "gatewaySn"
  from devices_gateway where id = $1 and not is_deleted`

/** Returns true if the user may see devices of this type. Users who may list lamps also see lamp controllers. */
export const maySee = ({ user }: Pick<Ctx, 'user'>, code: number, resource: ResourceDefinition): boolean =>
  user.permissions.has(permissionOf(resource, 'list')) || (isLampController(code) && user.permissions.has('lamp_view'))

/** Throws if the user may list no device type. */
export const refuseBlind = (ctx: Ctx): void => {
  const resources = ctx.platform.port(registryPort).slices.flatMap((slice) => slice.resources ?? [])
  const sees = resources.some(({ resource }) => (resource.device !== undefined || resource === gateway) && maySee(ctx, 0, resource))
  if (!sees && !ctx.user.permissions.has('lamp_view')) throw errors.noRight()
}

/** Returns a registered device or a gateway whose row the user may see; throws for any other id. */
export const deviceSeen = async (ctx: Ctx, id: string): Promise<LifeDevice> => {
  const [[registered], [gate]] = (await ctx.queries([
    [REGISTERED, [id]],
    [GATEWAY, [id]],
  ])) as unknown as [Known[], Known[]]
  const known = registered ?? gate
  if (!known) throw errors.notFound()
  const types = ctx.platform.port(deviceTypesPort)
  await types.need([known.code])
  const type = types.typeOf(known.code)
  const resource = registered ? types.resourceOf(known.code) : gateway
  if (!type || !resource) throw errors.notFound()
  if (!maySee(ctx, known.code, resource)) throw errors.noRight()
  const row = await visibleRow(ctx, resource, id)
  const { sn, name, gatewayId, gatewaySn } = known
  return { id, tenantId: String(row.tenantId), sn, name, gatewayId, gatewaySn, type, resource, row }
}
