import { deviceTypesPort } from '@lamplight/devices/model'
import { loopbackAddress, type Platform } from '@lamplight/server-kit'
import { REGISTERED, type VirtualPlatform, type VirtualPlatforms } from '../model/index.ts'
import { PUSH_PATH } from './oc.server.ts'
import { openPlatform } from './platform-client.ts'

const DEVICES = `select r.imei, d.type::int as code from iot_registration r join devices_registered d on d.device_id = r.device_id
  where r.tenant_id = $1 and r.oc_id = $2 and r.register_status = ${REGISTERED} and not r.is_deleted order by r.id`

const PLAYED = 'select id::text as id, tenant_id as "tenantId" from iot_oc where virtual and not is_deleted order by id'
/** Stores the base address of a virtual platform, and sets `next_try` of its devices that are not registered. */
const OPENED = `with opened as (update iot_oc set base_url = $2 where id = $1 and virtual returning id, tenant_id)
  update iot_registration r set next_try = now(), register_tries = 0 from opened o
  where r.tenant_id = o.tenant_id and r.oc_id = o.id and r.register_status <> ${REGISTERED} and not r.is_deleted`

interface Owned {
  readonly id: string
  readonly tenantId: string
}

/**
 * Port `iot.virtualPlatforms`. Only this port sets the base address of a virtual platform, and only to a loopback address. Without a demo it lists no platform and
 * stores nothing.
 */
export const createVirtualPlatforms = (platform: Platform): VirtualPlatforms => {
  const { system, config } = platform
  const types = platform.port(deviceTypesPort)
  const withDevices = async ({ id, tenantId }: Owned): Promise<VirtualPlatform | undefined> => {
    const open = await openPlatform(platform, tenantId, id)
    if (!open) return undefined
    const rows = await system.query<{ imei: string; code: number }>(DEVICES, [tenantId, id])
    await types.need(rows.map(({ code }) => code))
    const found = rows.flatMap(({ imei, code }) => {
      const type = types.typeOf(code)
      return type ? [{ imei, type }] : []
    })
    return {
      id,
      appId: open.appId,
      secret: open.secret,
      pushPath: `${PUSH_PATH}/${id}`,
      devices: found.map(({ imei, type }) => ({ imei, type: type.name })),
      types: Object.fromEntries(found.map(({ type }) => [type.name, type])),
    }
  }
  return {
    list: async () => {
      if (!config.demo) return []
      const rows = await system.query<Owned>(PLAYED)
      return (await Promise.all(rows.map(withDevices))).filter((one) => one !== undefined)
    },
    opened: async (id, baseUrl) => {
      loopbackAddress(baseUrl)
      if (config.demo) await system.query(OPENED, [id, baseUrl])
    },
  }
}
