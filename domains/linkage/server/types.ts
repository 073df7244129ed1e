import { deviceTypesPort, FIRST_ROW_TYPE } from '@lamplight/devices/model'
import type { DeviceTypeDefinition } from '@lamplight/kit'
import type { Platform, Query } from '@lamplight/server-kit'

/** Returns the device type with this code: declared, or a product of the tenant to which `query` is limited. */
export const typeSeen = async (platform: Pick<Platform, 'port'>, query: Query, code: number): Promise<DeviceTypeDefinition | undefined> => {
  const types = platform.port(deviceTypesPort)
  if (code < FIRST_ROW_TYPE) return types.typeOf(code)
  const [row] = await query('select 1 from devices_products where code = $1 and not is_deleted', [code])
  return row ? typeIn(platform, code) : undefined
}

/** Returns the device type with this code for work of the platform, without a check of the tenant. */
export const typeIn = async (platform: Pick<Platform, 'port'>, code: number): Promise<DeviceTypeDefinition | undefined> => {
  const types = platform.port(deviceTypesPort)
  if (code >= FIRST_ROW_TYPE) await types.need([code])
  return types.typeOf(code)
}
