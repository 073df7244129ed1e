import { randomBytes } from 'node:crypto'
import { deviceType } from '@lamplight/devices/model'
import { imeiOf } from '@lamplight/kit'
import { actingPort, addRow, type Ctx, type Platform } from '@lamplight/server-kit'
import { DEMO_TEXTS, LEVEL_GAUGE } from '../model/demo-type.ts'
import { oc, registration } from '../model/index.ts'

/** Default of `DEMO_DEVICES`, the number of devices of each kind in a demo city. */
const DEVICES = 40
/** Largest number of gauges per tenant. */
const REGISTERED_MOST = 12
/** Type allocation code of the generated IMEIs: the test range of the GSMA. */
const TAC = '00101099'

interface Spot {
  readonly tenantId: string
  readonly userId: string
}
/** Tenants with virtual gateways, each with the user who becomes the author of its rows. */
const TENANTS = `select distinct on (u.tenant_id) u.tenant_id as "tenantId", u.id::text as "userId" from identity_users u
  where u.tenant_id in (select tenant_id from devices_virtual_gateways) and not u.is_deleted and u.account in ('admin', 'operator')
  order by u.tenant_id, u.account`
const PLACES = `select g.project_id::text as "projectId", g.area_id::text as "areaId", g.lng as longitude, g.lat as latitude
  from devices_gateways g join devices_virtual_gateways v on v.id = g.id
  where g.tenant_id = $1 and g.lng is not null and g.lat is not null order by g.id limit $2`

const addGauges = async (ctx: Ctx, platform: Platform, most: number, from: number): Promise<number> => {
  const { descriptor, ...type } = LEVEL_GAUGE
  const typeId = await addRow(ctx, deviceType, { ...type, descriptor: JSON.stringify(descriptor) })
  const ocId = await addRow(ctx, oc, {
    name: DEMO_TEXTS.platform[0],
    kind: 3,
    baseUrl: 'https://virtual.invalid',
    appId: `virtual-${ctx.tenantId}`,
    secret: randomBytes(24).toString('base64url'),
    remark: DEMO_TEXTS.remark[0],
  })
  await platform.system.query('update iot_oc set virtual = true where id = $1', [ocId])
  const spots = await platform.system.query(PLACES, [ctx.tenantId, most])
  for (const [at, spot] of spots.entries()) {
    const imei = imeiOf(`${TAC}${String(from + at).padStart(6, '0')}`)
    await addRow(ctx, registration, { imei, name: `${DEMO_TEXTS.gauge[0]} ${at + 1}`, typeId, ocId, ...spot })
  }
  // The virtual city has not started. When it has, `opened` of the port sets `next_try`.
  await platform.system.query('update iot_registration set next_try = null where oc_id = $1', [ocId])
  return spots.length
}

/** Adds a virtual platform with unregistered gauges for each tenant of the demo. Does nothing if the table `iot_oc` has a row. */
export const seedVirtualPlatform = async (platform: Platform): Promise<void> => {
  const most = Math.min(REGISTERED_MOST, platform.config.number('DEMO_DEVICES', DEVICES))
  if (!platform.config.demo || most === 0 || (await platform.system.query('select 1 from iot_oc limit 1')).length > 0) return
  let added = 1
  for (const { userId } of await platform.system.query<Spot>(TENANTS)) {
    const ctx = await platform.port(actingPort).as(userId, 'zh')
    if (ctx) added += await addGauges(ctx, platform, most, added)
  }
}
