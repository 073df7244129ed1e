import { randomBytes } from 'node:crypto'
import { DEMO_NIGHTS, pastPort, type ReportPast, routeOf } from '@lamplight/devices/model'
import { type RegisteredRow, storeRegistered } from '@lamplight/devices/stored'
import { createVault, DEFAULT_ZONE, type PastSpan, type PastStep, type Platform, type Query } from '@lamplight/server-kit'
import { type Cell, type Columns, insertMany } from '@lamplight/server-kit/data'
import { chargingPileType } from '../model/charging-pile.device.ts'
import { OPERATOR_KIND } from '../model/operator.resource.ts'
import { pileReports } from '../play/past.ts'
import type { DemoOperator, Spot } from './demo-operator.ts'
import { storePastOrders } from './demo-orders.ts'
import { SECRET_USE } from './operators.ts'
import { demoOperators } from './played.port.ts'

const DAY_MS = 86_400_000
/** Distance of the connectors of a station from each other, degrees: about 4 m. */
const APART = 0.00004
const OPERATORS = [
  {
    kind: OPERATOR_KIND.jsc,
    operatorId: 'MA5DEMOJS',
    name: ['JSC 充电', 'JSC Charging'],
    code: 'J',
    stations: [
      ['中心广场充电站', 'Central Square station'],
      ['体育馆充电站', 'Stadium station'],
    ],
    powers: [120, 120, 60, 60],
  },
  {
    kind: OPERATOR_KIND.ty,
    operatorId: 'MA5DEMOTY',
    name: ['TY 充电', 'TY Charging'],
    code: 'T',
    stations: [['滨江路充电站', 'Riverside Road station']],
    powers: [60, 60, 7, 7],
  },
] as const
const PARK = ['停车场', ' car park'] as const
const PLAYED = ['由虚拟城市模拟', 'Simulated by the virtual city'] as const
const AC_AT_MOST = 11
const CONNECTOR_TYPE = { ac: 3, dc: 4 } as const
const PILE_COLUMNS: Columns = [
  ['id', 'bigint'],
  ['tenant_id', 'text'],
  ['sn', 'text'],
  ['name', 'text'],
  ['activated', 'boolean'],
  ['address', 'text'],
  ['station_id', 'bigint'],
  ['connector_type', 'smallint'],
  ['rated_power', 'float8'],
  ['project_id', 'bigint'],
  ['area_id', 'bigint'],
  ['lng', 'float8'],
  ['lat', 'float8'],
]

const SPOTS = `select g.tenant_id, g.project_id, g.area_id, g.lng, g.lat from devices_gateways g join devices_virtual_gateways v on v.id = g.id
  where not g.is_deleted and g.status = 1 and g.lng is not null and g.lat is not null and g.project_id is not null order by g.tenant_id, g.sn`

const storeOperator = async (
  platform: Platform,
  query: Query,
  { kind, operatorId, name, code, stations, powers }: (typeof OPERATORS)[number],
  spots: readonly Spot[],
  town: number,
): Promise<DemoOperator> => {
  const [id, secret, tenantId] = [platform.newId(), randomBytes(24).toString('base64url'), spots[0]?.tenant_id ?? '']
  await query(
    `insert into charging_operator (id, tenant_id, name, kind, operator_id, secret, enabled, virtual, remark) values ($1, $2, $3, $4, $5, $6, true, true, $7)`,
    [id, tenantId, name[0], kind, operatorId, await createVault(platform).seal(secret, SECRET_USE), PLAYED[0]],
  )
  const places = new Map<string, { pileId: string; stationId: string; stationCode: string; spot: Spot }>()
  const played = []
  const piles: Cell[][] = []
  const registered: RegisteredRow[] = []
  const gatewaySn = routeOf({ driver: 'charging', tenantId, address: operatorId })
  for (const [at, [stationName]] of stations.entries()) {
    const spot = spots[Math.floor(((at + (kind === OPERATOR_KIND.ty ? 0.5 : 0)) * spots.length) / 3) % spots.length] as Spot
    const [stationId, stationCode] = [platform.newId(), `${code}${town}${String(at + 1).padStart(3, '0')}`]
    const place = [spot.project_id, spot.area_id]
    await query(
      `insert into charging_station (id, tenant_id, name, station_id, operator_id, address, project_id, area_id, lng, lat) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [stationId, tenantId, stationName, stationCode, id, `${stationName}${PARK[0]}`, ...place, spot.lng, spot.lat],
    )
    const connectors = powers.map((ratedPower, n) => ({ sn: `${stationCode}-${String(n + 1).padStart(2, '0')}`, ratedPower }))
    for (const [n, { sn, ratedPower }] of connectors.entries()) {
      const pileId = platform.newId()
      places.set(sn, { pileId, stationId, stationCode, spot })
      const type = ratedPower <= AC_AT_MOST ? CONNECTOR_TYPE.ac : CONNECTOR_TYPE.dc
      const point = [spot.lng + (n + 1) * APART, spot.lat + APART]
      const pileName = `${stationName} ${n + 1}`
      registered.push({ sn, id: pileId, tenantId, gatewaySn, type: chargingPileType.code, name: pileName })
      piles.push([pileId, tenantId, sn, pileName, true, operatorId, stationId, type, ratedPower, ...place, ...point])
    }
    played.push({ stationId: stationCode, name: stationName, address: `${stationName}${PARK[0]}`, connectors })
  }
  await insertMany(query, 'charging_pile', PILE_COLUMNS, piles)
  await storeRegistered(query, registered)
  return { id, kind, operatorId, secret, tenantId, stations: played, places }
}

const pastOf = (operator: DemoOperator, { at, nights }: PastSpan): ReportPast => ({
  tenantId: operator.tenantId,
  zone: DEFAULT_ZONE,
  type: chargingPileType,
  devices: operator.stations.flatMap(({ connectors }) =>
    connectors.map((connector) => ({
      deviceId: operator.places.get(connector.sn)?.pileId ?? '',
      reports: pileReports(operator, connector, at - nights * DAY_MS, at),
    })),
  ),
})

/** Adds two operators with stations and piles to each tenant of a demo; the virtual city plays them. Does nothing if the database has an operator, or is no demo. */
export const seedCharging = async (platform: Platform, at: number): Promise<void> => {
  if (!platform.config.demo || platform.config.number('DEMO_DEVICES', 1) === 0) return
  if ((await platform.system.query('select 1 from charging_operator limit 1')).length > 0) return
  const spots = await platform.system.query<Spot>(SPOTS)
  const nights = platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS)
  let town = 0
  for (const own of Map.groupBy(spots, (spot) => spot.tenant_id).values()) {
    town += 1
    const operators = await platform.system.tx(async (query) => {
      const stored: DemoOperator[] = []
      for (const operator of OPERATORS) stored.push(await storeOperator(platform, query, operator, own, town))
      return stored
    })
    if (nights > 0)
      await platform.system.tx(async (query) => {
        for (const operator of operators) {
          await platform.port(pastPort).storeLastReports(query, pastOf(operator, { at, nights }))
          // Not in the job: the virtual operators push the settlement of yesterday as soon as they run.
          await storePastOrders(platform, query, operator, at - nights * DAY_MS, at)
        }
      })
  }
}

/** The step that writes the reports of the nights before the start of the demo. */
export const pastOfCharging = async (platform: Platform, span: PastSpan): Promise<readonly PastStep[]> => [
  async (query) => {
    for (const operator of await demoOperators(platform)) await platform.port(pastPort).storeReports(query, pastOf(operator, span))
  },
]
