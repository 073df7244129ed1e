import type { ResourceDefinition } from '@lamplight/kit'
import { type Ctx, changeOf, type Platform, type Query } from '@lamplight/server-kit'
import type { LOG_KINDS } from '../../model/device-log.listing.ts'
import type { DeviceLog } from '../../model/ports.ts'

/** Kinds of entries that the platform writes; a trigger writes when devices came and went. */
const LOG_KIND = { moved: 3, commanded: 4, changed: 5 } as const satisfies Record<string, keyof typeof LOG_KINDS>
const BY_HAND = 2

type Values = Readonly<Record<string, unknown>>
interface Point {
  readonly lng: number
  readonly lat: number
}

const geoOf = ({ fields }: ResourceDefinition): string | undefined => Object.entries(fields).find(([, { kind }]) => kind === 'geo')?.[0]
const isPlace = ({ fields }: ResourceDefinition, name: string): boolean =>
  name === 'projectId' || name === 'areaId' || fields[name]?.kind === 'geo'

/** Stores the point at which a person placed devices. */
export const locate = (query: Query, deviceIds: readonly string[], { lng, lat }: Point): Promise<unknown> =>
  query(
    `insert into devices_locus (device_id, at, tenant_id, lng, lat, source)
     select r.device_id, now(), r.tenant_id, $2, $3, ${BY_HAND} from devices_registry r where r.device_id = any($1::bigint[])
     on conflict (device_id, at) do update set lng = excluded.lng, lat = excluded.lat`,
    [deviceIds, lng, lat],
  )

/** Logs the change of a device's row: a move if only its places changed. Values that devices report are no changes. */
export const logChange = async (ctx: Ctx, query: Query, resource: ResourceDefinition, row: object, old: object | null): Promise<void> => {
  const [is, was] = [row as Values, old as Values | null]
  const geo = geoOf(resource)
  const point = geo && (is[geo] as Point | null)
  if (point && JSON.stringify(point) !== JSON.stringify(geo && was?.[geo]))
    await query(
      `insert into devices_locus (device_id, at, tenant_id, lng, lat, source) values ($1, now(), $2, $3, $4, ${BY_HAND}) on conflict (device_id, at) do nothing`,
      [is.id, is.tenantId, point.lng, point.lat],
    )
  if (!was) return
  const own = Object.fromEntries(Object.entries(is).filter(([name]) => name in resource.fields && !resource.fields[name]?.options.from))
  const { before, after } = changeOf(resource, own, was)
  const names = Object.keys(after ?? {})
  if (names.length === 0) return
  const kind = names.every((name) => isPlace(resource, name)) ? LOG_KIND.moved : LOG_KIND.changed
  await query('insert into devices_log (tenant_id, device_id, kind, at, detail, account) values ($1, $2, $3, $4, $5, $6)', [
    is.tenantId,
    is.id,
    kind,
    ctx.now(),
    JSON.stringify({ before, after }),
    ctx.user.account,
  ])
}

/** Logs that devices were activated or deactivated. */
export const logActivation = (ctx: Ctx, query: Query, ids: readonly string[], activated: boolean): Promise<unknown> =>
  query(
    `insert into devices_log (tenant_id, device_id, kind, at, detail, account)
     select r.tenant_id, r.device_id, ${LOG_KIND.changed}, $2, $3, $4 from devices_registry r where r.device_id = any($1::bigint[])`,
    [ids, ctx.now(), JSON.stringify({ before: { activated: !activated }, after: { activated } }), ctx.user.account],
  )

/** Port `devices.log`. */
export const createDeviceLog = (_platform: Pick<Platform, 'system'>): DeviceLog => ({
  located: async (query, deviceIds, point) => void (await locate(query, deviceIds, point)),
  commanded: async (query, { tenantId, at, account, text, count, deviceIds }) => {
    const detail = JSON.stringify({ text, count })
    await query(
      `insert into devices_log (tenant_id, device_id, kind, at, detail, account)
       select $1, d.id, ${LOG_KIND.commanded}, $2, $3, $4 from ${deviceIds ? 'unnest($5::bigint[])' : '(select null::bigint)'} as d (id)`,
      [tenantId, at, detail, account, ...(deviceIds ? [deviceIds] : [])],
    )
  },
})

/** Deletes entries older than `before`. */
export const dropDeviceLog = async ({ system }: Pick<Platform, 'system'>, before: Date): Promise<void> => {
  await system.query('delete from devices_log where at < $1', [before])
}
