import { type DeviceTypeDefinition, type ResourceDefinition, snake } from '@lamplight/kit'
import { DEFAULT_ZONE, type PastSpan, type PastStep, type Platform, tableOf } from '@lamplight/server-kit'
import { type Play, playedPast } from '@lamplight/virtual-city'
import { DEMO_NIGHTS, type DeviceKind, pastPort, type ReportPast } from '../../model/index.ts'
import { storeRegistered } from '../register/stored.ts'
import { demoPlaces } from './demo-places.ts'

/** Default number of devices of each type in a demo city; `DEMO_DEVICES` overrides it. */
const DEVICES = 40
const DAY_MS = 86_400_000

/** A place for a demo device: its gateway, and the device behind which it stands. */
interface Spot {
  readonly id: string
  readonly tenant_id: string
  readonly sn: string
  readonly project_id: string | null
  readonly area_id: string | null
  readonly lng: number
  readonly lat: number
  readonly behind: string | null
  /** Time of the last message of a gateway that is lost when the demo begins; null: it works. */
  readonly lost_at: Date | null
}

const LOST_AT = `case when g.last_seen < to_timestamp($1::float8 / 1000) - interval '1 hour' then g.last_seen end as lost_at`
const VIRTUAL = `select g.id, g.tenant_id, g.sn, g.project_id, g.area_id, g.lng, g.lat, null::bigint as behind, ${LOST_AT} from devices_gateway g
  join devices_credential c on c.gateway_id = g.id and c.virtual where not g.is_deleted and g.status = 1 and g.lng is not null and g.lat is not null
  order by g.tenant_id, g.sn`
const behindRows = (resource: ResourceDefinition): string =>
  `select g.id, t.tenant_id, g.sn, t.project_id, t.area_id, t.lng, t.lat, t.id as behind, ${LOST_AT} from ${tableOf(resource)} t join devices_gateway g on g.id = t.gateway_id
   where not t.is_deleted and t.lng is not null and t.lat is not null order by t.tenant_id, t.sn`

/** Returns the spot of each demo device of a tenant. */
const spread = (spots: readonly Spot[], { each = 1, behind }: NonNullable<DeviceKind['demo']>, most: number): readonly Spot[] => {
  if (behind) return spots.flatMap((spot) => Array.from({ length: each }, () => spot))
  const count = Math.min(most, spots.length)
  return Array.from({ length: count }, (_, at) => spots[Math.floor((at * spots.length) / count)] as Spot)
}

interface MadeDevice {
  readonly id: string
  readonly sn: string
  readonly tenantId: string
  readonly lostAt: Date | null
}
/** The demo devices of a type, with the last message of their gateway if that is lost. $1: the time at which the demo was made, epoch ms. */
const madeRows = (resource: ResourceDefinition): string =>
  `select t.id, t.tenant_id as "tenantId", t.sn, ${LOST_AT.replace('lost_at', '"lostAt"')} from ${tableOf(resource)} t
   join devices_virtual_gateways v on v.id = t.gateway_id join devices_gateway g on g.id = v.id where not t.is_deleted order by t.tenant_id, t.id`

/**
 * Returns the past reports of demo devices, by the behaviour with which the virtual city continues. The past of devices behind a lost gateway ends
 * with the last message of the gateway.
 */
const pastOf = (
  type: DeviceTypeDefinition,
  play: Play,
  devices: readonly MadeDevice[],
  { at, nights }: PastSpan,
): readonly ReportPast[] => {
  const from = at - nights * DAY_MS
  const idOf = new Map(devices.map(({ sn, id }) => [sn, id]))
  return [...Map.groupBy(devices, ({ tenantId, lostAt }) => `${tenantId} ${lostAt?.getTime()}`).values()].flatMap((own) => {
    const [{ tenantId, lostAt }] = own as [MadeDevice]
    const to = lostAt?.getTime() ?? at
    if (from >= to) return []
    const past = playedPast(
      type,
      play,
      [...own].map(({ sn }) => sn),
      { from, to },
    )
    return [{ tenantId, zone: DEFAULT_ZONE, type, devices: past.map(({ sn, reports }) => ({ deviceId: idOf.get(sn) ?? '', reports })) }]
  })
}

/** Returns the step that writes the past of the demo devices of a type. */
export const pastOfDevices =
  (platform: Platform, { resource, type }: DeviceKind, play: Play, span: PastSpan): PastStep =>
  async (query) => {
    const devices = await query<MadeDevice>(madeRows(resource), [span.at])
    for (const past of pastOf(type, play, devices, span)) await platform.port(pastPort).storeReports(query, past)
  }

/**
 * Inserts demo devices of a kind behind gateways of the virtual city, at posts of their lamps, if the deployment is a demo and its table
 * has never had a row. With a behaviour (`play`) they begin with the report with which their past ends; `pastOfDevices` writes the others.
 */
export const seedDevices = async (
  platform: Platform,
  { resource, type, demo = {} }: DeviceKind,
  at: number,
  play?: Play,
): Promise<void> => {
  const most = platform.config.number('DEMO_DEVICES', DEVICES)
  if (!platform.config.demo || most === 0) return
  const table = tableOf(resource)
  if ((await platform.system.query(`select 1 from ${table} limit 1`)).length > 0) return
  const { behind, field } = demo
  const spots = await platform.system.query<Spot>(behind ? behindRows(behind) : VIRTUAL, [at])
  const placeOf = await demoPlaces(
    platform,
    spots.map(({ id }) => id),
  )
  const link = behind && field ? `, ${snake(field)}` : ''
  // The serial numbers continue from tenant to tenant, because the virtual city plays all tenants and finds a device by its serial number.
  let n = 0
  const made: MadeDevice[] = []
  for (const own of Map.groupBy(spots, (spot) => spot.tenant_id).values())
    await platform.system.tx(async (query) => {
      for (const spot of spread(own, demo, Math.min(most, demo.count ?? most))) {
        n += 1
        const [id, sn, name] = [platform.newId(), `${type.name.toUpperCase()}-${String(n).padStart(4, '0')}`, `${type.label[0]} ${n}`]
        const place = [spot.project_id, spot.area_id, ...(placeOf(spot.id, sn) ?? [spot.lng, spot.lat])]
        await query(
          `insert into ${table} (id, tenant_id, sn, name, activated, gateway_id, project_id, area_id, lng, lat${link})
           values ($1, $2, $3, $4, true, $5, $6, $7, $8, $9${link && ', $10'})`,
          [id, spot.tenant_id, sn, name, spot.id, ...place, ...(link ? [spot.behind] : [])],
        )
        const gateway = { gatewayId: spot.id, gatewaySn: spot.sn }
        await storeRegistered(query, [{ sn, id, name, type: type.code, tenantId: spot.tenant_id, ...gateway }])
        made.push({ id, sn, tenantId: spot.tenant_id, lostAt: spot.lost_at })
      }
    })
  const span = { at, nights: platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS) }
  if (!play || made.length === 0 || span.nights === 0) return
  for (const past of pastOf(type, play, made, span))
    await platform.system.tx((query) => platform.port(pastPort).storeLastReports(query, past))
}
