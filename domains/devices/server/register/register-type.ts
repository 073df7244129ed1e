import { permissionOf, type ResourceDefinition, type Verb } from '@lamplight/kit'
import { type Ctx, errors, mayUse, registryPort } from '@lamplight/server-kit'
import { FAMILIES } from '../../model/families.ts'
import { devicesErrors, gateway, gatewayType } from '../../model/index.ts'
import { deviceTypesPort } from '../../model/ports.ts'
import { viewsOf } from '../device-sight.ts'
import { codeOfType } from '../ingest/told-type.ts'

/** Returns the code of a product of the user's tenant by its name on the wire, also of a removed one, because its devices remain in the lists. */
const productCode = async (ctx: Ctx, name: string): Promise<number | undefined> => {
  const [row] = await ctx.query<{ code: number }>(
    'select code from devices_type where unit_product_code = $1 and code is not null order by is_deleted, code limit 1',
    [name],
  )
  return row?.code
}

/** Returns code and resource of a family of devices, which is given by its code or its name. Refuses any other. */
export const familyIn = async (
  ctx: Ctx,
  type: unknown,
  field: string,
): Promise<{ readonly code: number; readonly resource: ResourceDefinition }> => {
  if (typeof type !== 'string') throw errors.badParameter({ field }, field)
  const types = ctx.platform.port(deviceTypesPort)
  const code = codeOfType(types, type) ?? (await productCode(ctx, type))
  if (code !== undefined) await types.need([code])
  const own = code === undefined ? undefined : code === gatewayType.code ? gateway : types.typeOf(code) && types.resourceOf(code)
  const found = own ?? ctx.platform.port(registryPort).resources.get(FAMILIES[code ?? 0]?.resource ?? '')?.resource
  if (!found || code === undefined) throw devicesErrors.unknownType({ type: type.slice(0, 40) }, field)
  return { code, resource: found }
}

/** The resources whose rows are devices: gateways, and those by which devices are seen. */
export const deviceLists = (ctx: Ctx): readonly ResourceDefinition[] => [gateway, ...viewsOf(ctx).map(({ served }) => served.resource)]

/** Refuses users who may use `verb` of no resource of devices. */
export const refuseWithout =
  (verb: Verb) =>
  (ctx: Ctx): void => {
    if (!deviceLists(ctx).some((one) => mayUse(ctx.user, permissionOf(one, verb)))) throw errors.noRight()
  }
