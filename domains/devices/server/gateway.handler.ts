import { exampleId, SECRET_MASK } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, changedEach, grantedOnly, route, T } from '@lamplight/server-kit'
import { devicesErrors } from '../model/index.ts'
import { gatewaysPort, inventoryPort, playedPort } from '../model/ports.ts'
import { issueSecrets } from './credentials.ts'
import { DEVICES, DeviceReturns, type DeviceRow, wireDevice } from './device-row.ts'
import { seenDevices } from './device-sight.ts'
import { playedChild } from './played-child.ts'

const BASE = '/api/blade-device/gateway'
const Id = T.String({ pattern: '^[0-9]{1,19}$' })

interface VisibleGateway {
  readonly id: string
  readonly sn: string
  readonly tenantId: string
}
const OF_GATEWAY = { project: 'project_id', area: 'area_id' }
/** Returns the gateways of this number that are not deleted and that the user may see. */
const visibleGateways = (ctx: Ctx, sn: string): Promise<VisibleGateway[]> => {
  const params: unknown[] = [sn]
  return ctx.query(
    `select id, sn, tenant_id as "tenantId" from devices_gateway where sn = $1 and not is_deleted${grantedOnly(ctx.user, params, OF_GATEWAY)} order by holds_sn desc`,
    params,
  )
}

/** Returns the gateway of the user's tenant whose devices are requested. An administrator of the platform also sees gateways of other tenants, not their devices. */
const ownGateway = async (ctx: Ctx, sn: string): Promise<VisibleGateway | undefined> => {
  const [gateway] = await visibleGateways(ctx, sn)
  if (gateway && gateway.tenantId !== ctx.tenantId) throw devicesErrors.otherTenant({ tenantId: gateway.tenantId }, 'gwSn')
  return gateway
}

const StatusNum = A.of({ total: A.int, online: A.int, offline: A.int, unregistered: A.int })
export const statusNum = route({
  method: 'GET',
  path: `${BASE}/status_num`,
  summary: ['网关状态统计', 'Gateways by status'],
  example: { query: { projectId: exampleId('places.project') } },
  permission: 'gateway_view',
  query: T.Object({ projectId: T.Optional(Id) }),
  returns: StatusNum,
  handler: async ({ ctx, query }) => {
    const params: unknown[] = [query.projectId ?? null]
    const [row] = await ctx.query<AnswerOf<typeof StatusNum>>(
      `select count(*) filter (where status = 1)::int as total, count(*) filter (where status = 1 and online)::int as online,
         count(*) filter (where status = 1 and online is not true)::int as offline, count(*) filter (where status = 0)::int as unregistered
       from devices_gateway where not is_deleted and ($1::bigint is null or project_id = $1)${grantedOnly(ctx.user, params, OF_GATEWAY)}`,
      params,
    )
    return row!
  },
})

export const childDevices = route({
  method: 'GET',
  path: `${BASE}/child_device`,
  summary: ['网关的子设备', 'Devices of a gateway'],
  example: { query: { gwSn: 'GW-0001' } },
  permission: 'gateway_view',
  query: T.Object({ gwSn: T.String({ minLength: 1, maxLength: 64 }) }),
  returns: A.list(DeviceReturns),
  handler: async ({ ctx, query }) => {
    const gateway = await ownGateway(ctx, query.gwSn)
    if (!gateway) return []
    const params: unknown[] = [query.gwSn]
    const among = 'in (select g.device_id from devices_registry g where g.gateway_sn = $1)'
    const rows = await ctx.query<DeviceRow>(
      `${DEVICES} where r.gateway_sn = $1${seenDevices(ctx, params, { among })} order by r.sn limit 10000`,
      params,
    )
    return rows.map((row) => wireDevice(row, ctx.zone))
  },
})

export const unregisteredChildren = route({
  method: 'GET',
  path: '/api/blade-device/device/gw/unregistered_child_dev',
  summary: ['网关的未注册子设备', 'Unregistered devices of a gateway'],
  example: { query: { gwSn: 'GW-0001' } },
  permission: 'gateway_view',
  query: T.Object({ gwSn: T.String({ minLength: 1, maxLength: 64 }) }),
  returns: A.list(A.of({ sn: A.text, type: A.text, gwSn: A.text })),
  handler: async ({ ctx, query }) => {
    const gateway = await ownGateway(ctx, query.gwSn)
    if (!gateway) return []
    return ctx.query(
      `select s.sn, s.type, s.gateway_sn as "gwSn" from devices_stranger s
       where s.gateway_sn = $1 and not exists (select from devices_registry r where r.sn = s.sn) order by s.sn limit 1000`,
      [query.gwSn],
    )
  },
})

/** A rejected message; `at`: epoch ms. */
const RejectedReturns = A.of({ sn: A.text, kind: A.text, reason: A.text, payload: A.text, at: A.int, count: A.int })
export type RejectedMessage = AnswerOf<typeof RejectedReturns>

const latestRejected = route({
  method: 'GET',
  path: `${BASE}/message/latest`,
  summary: ['最近一条不合格报文', 'Latest rejected message of a gateway'],
  example: { query: { sn: 'GW-0001' } },
  permission: 'gateway_view',
  query: T.Object({ sn: T.String({ minLength: 1, maxLength: 64 }) }),
  returns: A.oneOf(RejectedReturns, A.done),
  handler: async ({ ctx, query }) => {
    const [gateway] = await visibleGateways(ctx, query.sn)
    if (!gateway) return null
    const [row] = await ctx.query<{ at: Date }>(
      'select gateway_sn as sn, kind, reason, payload, at, count::float8 as count from devices_misfit where gateway_sn = $1',
      [query.sn],
    )
    return row ? { ...row, at: row.at.getTime() } : null
  },
})

interface VirtualRow {
  readonly id: string
  readonly sn: string
  readonly lng: number | null
  readonly lat: number | null
}

const virtual = route({
  method: 'POST',
  path: `${BASE}/virtual`,
  summary: ['虚拟城市清单', 'Inventory for the virtual city, with fresh secrets'],
  example: { query: { projectName: '一期工程' } },
  permission: 'gateway_virtual',
  query: T.Object({
    projectName: T.String({ minLength: 1, maxLength: 100 }),
    /** Make gateways for lamps without one: `empty` only if no lamp of the project has a gateway, `all` also beside existing gateways, `none` never. */
    propose: T.Optional(T.Union([T.Literal('empty'), T.Literal('all'), T.Literal('none')])),
  }),
  returns: A.of({
    broker: A.of({ url: A.text }),
    timeZone: A.text,
    proposed: A.of({ gateways: A.int, lamps: A.int, left: A.int }),
    gateways: A.list(
      A.of({
        sn: A.text,
        secret: A.text,
        lng: A.number,
        lat: A.number,
        children: A.list(A.open),
        devices: A.list(A.of({ sn: A.text, type: A.text, values: A.open, feeds: A.maybe(A.map(A.list(A.text))), via: A.maybe(A.text) })),
      }),
    ),
    types: A.map(A.open),
  }),
  handler: async ({ ctx, query }) => {
    const { platform } = ctx
    const source = platform.port(inventoryPort)
    const named: unknown[] = [query.projectName]
    const [project] = await ctx.query<{ id: string }>(
      `select id from places_projects where name = $1 and not is_deleted${grantedOnly(ctx.user, named, { project: 'id' })}`,
      named,
    )
    if (!project) throw devicesErrors.projectMissing({ name: query.projectName }, 'projectName')
    // Users limited to areas see only a part of the project's lamps, so no gateways are made for them.
    const mayPropose = query.propose !== 'none' && !ctx.user.cut.areas
    const proposed = mayPropose
      ? await source.propose({ tenantId: ctx.tenantId, projectId: project.id, lang: ctx.lang, beside: query.propose === 'all' })
      : { gateways: 0, lamps: 0, left: 0 }
    const within: unknown[] = [project.id]
    const seen = await ctx.query<VirtualRow>(
      `select id, sn, lng, lat from devices_gateway where project_id = $1 and status = 1 and not is_deleted${grantedOnly(ctx.user, within, OF_GATEWAY)}`,
      within,
    )
    // The virtual city may use only gateways that have no secret or a virtual one; a real gateway keeps its secret.
    const real = await platform.system.query<{ gateway_id: string }>(
      'select gateway_id from devices_credential where gateway_id = any($1) and not virtual',
      [seen.map(({ id }) => id)],
    )
    const kept = new Set(real.map((row) => row.gateway_id))
    const gateways = seen.filter(({ id }) => !kept.has(id))
    const ids = gateways.map(({ id }) => id)
    const secrets = await issueSecrets(platform.system.query, ids, true)
    const children = Map.groupBy(await source.children(ids), ({ gatewayId }) => gatewayId)
    const { devices, types } = await platform.port(playedPort).behind(ids)
    if (proposed.gateways > 0) {
      platform.port(gatewaysPort).forget()
      await ctx.audit({ what: 'devices.gateway.propose', target: query.projectName, count: proposed.gateways, detail: { ...proposed } })
    }
    const detail = changedEach(gateways.map(({ sn }) => [sn, SECRET_MASK, SECRET_MASK]))
    await ctx.audit({ what: 'devices.gateway.virtual', target: query.projectName, count: ids.length, detail })
    for (const { sn } of gateways) platform.mqtt.disconnect(sn)
    return {
      broker: { url: platform.mqtt.url },
      timeZone: ctx.zone,
      proposed,
      gateways: gateways.map(({ id, sn, lng, lat }, at) => ({
        sn,
        secret: secrets[at]!,
        lng: lng ?? 0,
        lat: lat ?? 0,
        children: (children.get(id) ?? []).map((child) => playedChild(child, { lng, lat })),
        devices: devices.get(id) ?? [],
      })),
      types,
    }
  },
})

export const gatewayRoutes = [statusNum, childDevices, unregisteredChildren, latestRejected, virtual]
