import { deviceTypesPort } from '@lamplight/devices/model'
import { loopbackAddress, type Platform } from '@lamplight/server-kit'
import { REGISTERED, type VirtualPlatform, type VirtualPlatforms } from '../model/index.ts'
import { PUSH_PATH } from './oc.server.ts'
import { openPlatform } from './platform-client.ts'

const DEVICES = `select r.imei, d.type::int as code from iot_registration r join devices_registered d on d.device_id = r.device_id
  where r.oc_id = $1 and r.register_status = ${REGISTERED} and not r.is_deleted order by r.id`

/** Port `iot.virtualPlatforms`: the platforms that the virtual city plays. Their address is set here only, and is one of this machine. */
export const createVirtualPlatforms = (platform: Platform): VirtualPlatforms => {
  const { system } = platform
  const types = platform.port(deviceTypesPort)
  const withDevices = async (id: string): Promise<VirtualPlatform | undefined> => {
    const open = await openPlatform(platform, id)
    if (!open) return undefined
    const rows = await system.query<{ imei: string; code: number }>(DEVICES, [id])
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
      const rows = await system.query<{ id: string }>('select id::text as id from iot_oc where virtual and not is_deleted order by id')
      return (await Promise.all(rows.map(({ id }) => withDevices(id)))).filter((one) => one !== undefined)
    },
    opened: async (id, baseUrl) => {
      loopbackAddress(baseUrl)
      const [row] = await system.query('update iot_oc set base_url = $2 where id = $1 and virtual returning id', [id, baseUrl])
      if (row)
        await system.query('update iot_registration set next_try = now(), register_tries = 0 where oc_id = $1 and register_status <> $2', [
          id,
          REGISTERED,
        ])
    },
  }
}
