import type { DeviceProperty, DeviceTypeDefinition } from '@lamplight/kit'
import { type Platform, registryPort } from '@lamplight/server-kit'
import { deviceTypesPort, type PlayedDevice, type PlayedDevices } from '../../model/ports.ts'

interface Row {
  readonly gatewayId: string
  readonly sn: string
  readonly type: number
  /** Latest numbers by slot. */
  readonly v: readonly (number | null)[]
}

const valuesOf = (type: DeviceTypeDefinition, v: Row['v']): Record<string, number | boolean> =>
  Object.fromEntries(
    Object.entries<DeviceProperty>(type.properties).flatMap(([name, property]) => {
      const value = property.slot === undefined || property.retired ? undefined : v[property.slot - 1]
      return typeof value === 'number' ? [[name, property.type === 'boolean' ? value === 1 : value] as const] : []
    }),
  )

/** Reads devices_latest, which has rows only for devices that are no lamp controllers; the registry would be larger. */
export const createPlayedDevices = (platform: Platform): PlayedDevices => ({
  behind: async (gatewayIds) => {
    const { typeOf } = platform.port(deviceTypesPort)
    const rows = await platform.system.query<Row>(
      `select r.gateway_id as "gatewayId", r.sn, r.type, l.v from devices_latest l join devices_registry r on r.device_id = l.device_id
       where r.gateway_id = any($1) and r.type <> 4 and r.activated order by r.gateway_id, r.sn`,
      [gatewayIds],
    )
    const links = await Promise.all(platform.port(registryPort).slices.flatMap(({ played }) => played?.(platform, gatewayIds) ?? []))
    const devices = new Map<string, PlayedDevice[]>()
    const types: Record<string, DeviceTypeDefinition> = {}
    for (const { gatewayId, sn, type: code, v } of rows) {
      const type = typeOf(code)
      if (!type) continue
      // Two tenants may give their types the same name; the code makes it unique.
      const name = (types[type.name] ?? type).code === code ? type.name : `${type.name}-${code}`
      types[name] = type
      const device = { sn, type: name, values: valuesOf(type, v), ...Object.assign({}, ...links.map((by) => by.get(sn))) }
      const list = devices.get(gatewayId)
      if (list) list.push(device)
      else devices.set(gatewayId, [device])
    }
    return { devices, types }
  },
})
