import type { ResourceDefinition } from '@lamplight/kit'
import { post } from '@lamplight/lighting/model'
import { alarmMachine, broadcast, camera, infoScreen, smartLock } from '@lamplight/media/model'
import { type Platform, tableOf } from '@lamplight/server-kit'
import { ap } from '../model/index.ts'

/** Devices that are mounted on smart poles. A demo city has about the same number of each, behind the same gateways. */
const ON_POLES: readonly ResourceDefinition[] = [ap, camera, smartLock, alarmMachine, infoScreen, broadcast]
/** The nearest post is searched in a square with this distance to each side, degrees (about 500 m). */
const NEAR = 0.005

/** The poles: for the n-th access point of a tenant the nearest post. */
const POLES = `select t.tenant_id, row_number() over (partition by t.tenant_id order by t.sn) as n, near.id, near.lng, near.lat
  from ${tableOf(ap)} t cross join lateral (select p.id, p.lng, p.lat from ${tableOf(post)} p
    where p.tenant_id = t.tenant_id and p.project_id = t.project_id and not p.is_deleted and p.lng between t.lng - ${NEAR} and t.lng + ${NEAR}
      and p.lat between t.lat - ${NEAR} and t.lat + ${NEAR}
    order by (p.lng - t.lng) ^ 2 + (p.lat - t.lat) ^ 2 limit 1) near where not t.is_deleted`

/** Mounts the devices of a demo city on posts, once: the n-th device of each kind on the n-th pole. */
export const mountDemo = async (platform: Platform): Promise<void> => {
  if (!platform.config.demo) return
  await platform.system.tx(async (query) => {
    const [mounted] = await query(`select 1 from ${tableOf(ap)} where post_id is not null limit 1`)
    if (mounted) return
    await query(`create temporary table demo_pole on commit drop as ${POLES}`)
    for (const resource of ON_POLES)
      await query(
        `update ${tableOf(resource)} d set post_id = p.id, lng = p.lng, lat = p.lat
         from (select id, tenant_id, row_number() over (partition by tenant_id order by sn) as n from ${tableOf(resource)} where not is_deleted) k
         join demo_pole p on p.tenant_id = k.tenant_id and p.n = k.n where d.id = k.id and d.post_id is null`,
      )
  })
}
