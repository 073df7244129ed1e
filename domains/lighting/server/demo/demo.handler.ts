import { DEMO_NIGHTS, LAMP_CONTROLLER } from '@lamplight/devices/model'
import { storeGateways, storeGroup, storeRegistered } from '@lamplight/devices/stored'
import { storeAreas, storeProject } from '@lamplight/places/stored'
import type { PastSpan, PastStep, Platform, Query } from '@lamplight/server-kit'
import { insertMany } from '@lamplight/server-kit/data'
import { createTown, type Town } from '@lamplight/town'
import { CONTROLLER_COLUMNS, LAMP_COLUMNS, POST_COLUMNS } from '../store.handler.ts'
import { streetsFor } from '../street-store.ts'
import { storeTownState, townNights } from './demo-past.ts'
import { storePoles } from './demo-poles.ts'
import { storeTownSuppliers } from './demo-suppliers.ts'

/** The demo towns: the platform's own and a small one for the second tenant, to show the isolation of tenants. */
export const DEMO_TOWNS = [
  { tenantId: '000000', account: 'admin', seed: 1, lamps: 5000, project: ['灯塔市照明', 'Lighthouse City lighting'] },
  { tenantId: '100001', account: 'operator', seed: 7, lamps: 600, project: ['示范区照明', 'Demo District lighting'] },
] as const

/** Number of lamps of a demo town; the deployment can set that of the platform's own town. */
export const demoLamps = (platform: Platform, demo: (typeof DEMO_TOWNS)[number]): number =>
  demo.tenantId === '000000' ? platform.config.number('DEMO_LAMPS', demo.lamps) : demo.lamps

const KIND = { smart: 1, mains: 2, solar: 3 } as const

const storeTownAreas = async (platform: Platform, query: Query, tenantId: string, town: Town): Promise<Map<string, string>> => {
  const ids = new Map(town.areas.map((area) => [area.code, platform.newId()]))
  const names = new Map(town.areas.map((area) => [area.code, area.name[0]]))
  await storeAreas(
    query,
    town.areas.map(({ code, name: [name], parent }, at) => ({
      id: ids.get(code) ?? '',
      tenantId,
      name,
      code,
      parentId: parent ? (ids.get(parent) ?? null) : null,
      fullName: parent ? `${names.get(parent)}/${name}` : name,
      sort: at + 1,
    })),
  )
  return ids
}

/** Ids of the stored areas by code, and of gateways and posts by serial number. */
export interface StoredGround {
  readonly areas: ReadonlyMap<string, string>
  readonly gateways: ReadonlyMap<string, string>
  readonly posts: ReadonlyMap<string, string>
}

/** Stores the areas, virtual gateways, streets and posts of a generated town. `children`: number of devices by serial number of the gateway. */
export const storeGround = async (
  platform: Platform,
  query: Query,
  { tenantId, projectId }: { readonly tenantId: string; readonly projectId: string },
  town: Town,
  children: ReadonlyMap<string, number>,
): Promise<StoredGround> => {
  const areas = await storeTownAreas(platform, query, tenantId, town)
  const gateways = new Map(town.gateways.map((gateway) => [gateway.sn, platform.newId()]))
  const posts = new Map(town.posts.map((post) => [post.sn, platform.newId()]))
  await storeGateways(
    query,
    town.gateways.map(({ sn, name, areaCode, lng, lat }) => ({
      id: gateways.get(sn) ?? '',
      tenantId,
      sn,
      name,
      children: children.get(sn) ?? 0,
      projectId,
      areaId: areas.get(areaCode),
      lng,
      lat,
    })),
  )
  // Marks the gateways as virtual: a client that signs in with one of their serial numbers has no matching secret.
  await query('select devices_make_virtual($1)', [[...gateways.values()]])
  const streetName = new Map(town.streets.map((street) => [street.id, street.name[0]]))
  const lit = new Set(town.posts.map((post) => post.street))
  const streets = await streetsFor(
    platform,
    query,
    { tenantId, projectId },
    town.streets.filter(({ id }) => lit.has(id)).map(({ name: [name, nameEn] }) => ({ name, nameEn })),
  )
  await insertMany(
    query,
    'lighting_post',
    POST_COLUMNS,
    town.posts.map((p) => [
      posts.get(p.sn),
      tenantId,
      p.name,
      p.sn,
      p.height,
      projectId,
      areas.get(p.areaCode),
      p.lng,
      p.lat,
      null,
      streets.get(streetName.get(p.street) ?? ''),
    ]),
  )
  return { areas, gateways, posts }
}

/**
 * Stores a generated town as a tenant's inventory in one transaction: a project unless one is given, areas, gateways, posts,
 * controllers, lamps, and a group per arterial road.
 */
export const storeTown = async (
  platform: Platform,
  tenantId: string,
  town: Town,
  project: { readonly name: string } | { readonly id: string },
  /** Runs at the end of the transaction. */
  after?: (query: Query) => Promise<void>,
): Promise<string> =>
  platform.system.tx(async (query) => {
    const projectId = 'id' in project ? project.id : platform.newId()
    if ('name' in project) await storeProject(query, { id: projectId, tenantId, name: project.name, type: 2, sort: 1 })
    const children = new Map<string, number>()
    for (const lamp of town.lamps) children.set(lamp.gatewaySn, (children.get(lamp.gatewaySn) ?? 0) + 1)
    const { areas, gateways, posts } = await storeGround(platform, query, { tenantId, projectId }, town, children)
    const devices = town.lamps.map(() => platform.newId())
    await insertMany(
      query,
      'lighting_controller',
      CONTROLLER_COLUMNS,
      town.lamps.map((l, at) => [
        devices[at],
        tenantId,
        l.sn,
        l.name,
        4,
        true,
        false,
        gateways.get(l.gatewaySn),
        projectId,
        areas.get(l.areaCode),
        l.lng,
        l.lat,
      ]),
    )
    await insertMany(
      query,
      'lighting_lamp',
      LAMP_COLUMNS,
      town.lamps.map((l, at) => [
        platform.newId(),
        tenantId,
        l.name,
        l.lampSn,
        KIND[l.kind],
        'LED',
        l.power,
        l.minLevel,
        l.minPower,
        devices[at],
        posts.get(l.postSn),
        projectId,
        areas.get(l.areaCode),
        l.lng,
        l.lat,
        null,
      ]),
    )
    await storeRegistered(
      query,
      town.lamps.map(({ sn, gatewaySn, name }, at) => ({
        sn,
        id: devices[at] ?? '',
        tenantId,
        gatewayId: gateways.get(gatewaySn),
        gatewaySn,
        type: LAMP_CONTROLLER,
        name,
      })),
    )
    await storeGroups(platform, query, tenantId, town, devices)
    await after?.(query)
    return projectId
  })

const storeGroups = async (platform: Platform, query: Query, tenantId: string, town: Town, devices: readonly string[]): Promise<void> => {
  const streetOf = new Map(town.posts.map((post) => [post.sn, post.street]))
  for (const street of town.streets.filter((one) => one.class === 'arterial')) {
    const members = town.lamps.flatMap((lamp, at) => (streetOf.get(lamp.postSn) === street.id ? (devices[at] ?? []) : []))
    if (members.length === 0) continue
    await storeGroup(query, { id: platform.newId(), tenantId, name: street.name[0], type: LAMP_CONTROLLER, system: 2, members })
  }
}

/** Makes a post group for each of the three streets with the most posts, as examples for the page of post groups. */
const storePostGroups = (platform: Platform, tenantId: string): Promise<unknown> =>
  platform.system.query(
    `insert into lighting_post_group (id, tenant_id, group_name, lamp_post_ids, remark)
     select nextval('kit_id'), $1, s.name || '灯杆', array_agg(p.id order by p.id), '按道路巡检'
     from lighting_post p join lighting_street s on s.id = p.street_id and s.tenant_id = p.tenant_id
     where p.tenant_id = $1 and not p.is_deleted group by s.id, s.name order by count(*) desc, s.name limit 3`,
    [tenantId],
  )

const townOf = (platform: Platform, demo: (typeof DEMO_TOWNS)[number]): Town | undefined => {
  const lamps = demoLamps(platform, demo)
  return lamps === 0 ? undefined : createTown({ seed: demo.seed, lamps })
}

/** Fills an empty database with the demo towns, which get a past of `DEMO_NIGHTS` nights; does nothing if lamps exist or the demo is off. */
export const seedDemo = async (platform: Platform, at: number): Promise<void> => {
  if (!platform.config.demo) return
  const [any] = await platform.system.query('select 1 from lighting_lamp limit 1')
  if (any) return
  const span = { at, nights: platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS) }
  for (const demo of DEMO_TOWNS) {
    const town = townOf(platform, demo)
    if (!town) continue
    const { tenantId, account } = demo
    await storeTown(platform, tenantId, town, { name: demo.project[0] }, (query) =>
      storeTownState(platform, query, { tenantId, town, account }, span),
    )
    await storeTownSuppliers(platform, tenantId)
    await storePostGroups(platform, tenantId)
    await storePoles(platform, tenantId)
  }
  platform.log.info('demo city made', { tenants: DEMO_TOWNS.length })
}

/** Steps that write the past of the demo towns. */
export const pastOfDemo = async (platform: Platform, span: PastSpan): Promise<readonly PastStep[]> =>
  DEMO_TOWNS.flatMap((demo) => {
    const town = townOf(platform, demo)
    return town ? townNights(platform, { tenantId: demo.tenantId, town, account: demo.account }, span) : []
  })
