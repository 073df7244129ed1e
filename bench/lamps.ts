import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Tenant, project and gateways of the lamps in the figures. */
export const TENANT = '100001'
export const PROJECT = '7000000000000000001'
export const PER_GATEWAY = 40
export const SECRET = 'bench-secret-of-the-gateways'

export const gatewaySn = (n: number): string => `BG${n}`
export const lampSn = (n: number): string => `BC${n}`
/** Returns the device id that `fillLamps` gives lamp `n`. */
export const deviceId = (n: number): string => String(7_100_000_000_000_000_000n + BigInt(n))

/** Inserts lamps of 100 W behind gateways of forty, or of `perGateway`, in one project. */
export const fillLamps = async (client: pg.Client, lamps: number, perGateway = PER_GATEWAY): Promise<void> => {
  const gateways = lamps / perGateway
  const gateway = `7300000000000000000 + n / ${perGateway}`
  const hash = createHash('sha256').update(SECRET).digest('hex')
  const each = async (sql: string): Promise<void> => void (await client.query(sql))
  await each(`insert into places_project (id, tenant_id, name, type, sort) values (${PROJECT}, '${TENANT}', 'Bench', 2, 1)`)
  await each(`insert into devices_gateway (id, tenant_id, sn, status, online, children)
    select 7300000000000000000 + n, '${TENANT}', 'BG' || n, 1, false, ${perGateway} from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into devices_credential (gateway_id, hash)
    select 7300000000000000000 + n, 'sha256:${hash}' from generate_series(0, ${gateways - 1}) n`)
  await each(`insert into lighting_controller (id, tenant_id, sn, name, dev_type, activated, two_way, project_id, gateway_id)
    select 7100000000000000000 + n, '${TENANT}', 'BC' || n, 'lamp ' || n, 4, true, false, ${PROJECT}, ${gateway} from generate_series(0, ${lamps - 1}) n`)
  await each(`insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn)
    select 'BC' || n, 7100000000000000000 + n, '${TENANT}', ${gateway}, 'BG' || n / ${perGateway} from generate_series(0, ${lamps - 1}) n`)
  await each(`insert into lighting_lamp (id, tenant_id, name, sn, kind, power, controller_id, project_id, lng, lat)
    select 7200000000000000000 + n, '${TENANT}', 'lamp ' || n, 'BL' || n, 1, 100, 7100000000000000000 + n, ${PROJECT}, 112 + n % 400 * 4e-4, 28 + n / 400 * 4e-4 from generate_series(0, ${lamps - 1}) n`)
  await each('vacuum analyze')
}
