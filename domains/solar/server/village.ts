import { DEMO_NIGHTS, pastPort, type ReportPast } from '@lamplight/devices/model'
import { storeRegistered } from '@lamplight/devices/stored'
import { DEMO_TOWNS, storeGround } from '@lamplight/lighting/server'
import { storeProject } from '@lamplight/places/stored'
import { type PastSpan, type PastStep, type Platform, tableOf } from '@lamplight/server-kit'
import { type Columns, insertMany } from '@lamplight/server-kit/data'
import { createTown, type Town } from '@lamplight/town'
import { solarLamp, solarLampType } from '../model/index.ts'
import { solarPast } from '../play/solar-past.ts'

const PROJECT = ['阳光村太阳能照明', 'Solar lighting of Sunny Village'] as const
/** Solar lamps of a demo city by share of its lamps, and at most. */
const SHARE = 0.06
const MAX_LAMPS = 300
/** The village is north-east of `CENTRE`. Its distance grows with the square root of the number of lamps, as the town does. Degrees. */
const CENTRE = [112.9, 28.2] as const
const BESIDE = 0.0003
const APART = 0.012
interface StoredLamp {
  readonly id: string
  readonly sn: string
}
const DAY_MS = 86_400_000
const AREA = { code: 'SUN', name: ['阳光示范村', 'Sunny village'] } as const
const SOLAR_PROJECT = 200
const SEED = 700
const LAMP_COLUMNS: Columns = [
  ...([
    ['id', 'bigint'],
    ['tenant_id', 'text'],
    ['sn', 'text'],
    ['name', 'text'],
    ['activated', 'boolean'],
  ] as const),
  ...([
    ['gateway_id', 'bigint'],
    ['post_id', 'bigint'],
    ['project_id', 'bigint'],
    ['area_id', 'bigint'],
  ] as const),
  ...([
    ['lng', 'float8'],
    ['lat', 'float8'],
    ['battery_type', 'smallint'],
  ] as const),
  ...([
    ['battery_capacity', 'float8'],
    ['battery_rated', 'float8'],
    ['panel_rated', 'float8'],
    ['load_rated', 'float8'],
  ] as const),
]
const PARTS = [3, 60, 12.8, 120, 40] as const

/** A generated town as a village: one area. */
const villageOf = (seed: number, lamps: number, ofTown: number): Town => {
  const away = APART + BESIDE * Math.sqrt(ofTown)
  const town = createTown({ seed, lamps, centre: [CENTRE[0] + away, CENTRE[1] + away] })
  const inArea = <T>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row, areaCode: AREA.code }))
  return { ...town, areas: [AREA], gateways: inArea(town.gateways), posts: inArea(town.posts), lamps: inArea(town.lamps) }
}

const storeVillage = (platform: Platform, tenantId: string, seed: number, ofTown: number): Promise<readonly StoredLamp[]> =>
  platform.system.tx(async (query) => {
    const village = villageOf(seed, Math.min(MAX_LAMPS, Math.ceil(ofTown * SHARE)), ofTown)
    const projectId = platform.newId()
    await storeProject(query, { id: projectId, tenantId, name: PROJECT[0], type: SOLAR_PROJECT, sort: 2 })
    const children = new Map([...Map.groupBy(village.lamps, ({ gatewaySn }) => gatewaySn)].map(([sn, own]) => [sn, own.length]))
    const { areas, gateways, posts } = await storeGround(platform, query, { tenantId, projectId }, village, children)
    const rows = village.lamps.map((lamp, at) => ({ ...lamp, id: platform.newId(), sn: `SL${seed}${String(at + 1).padStart(5, '0')}` }))
    await insertMany(
      query,
      tableOf(solarLamp),
      LAMP_COLUMNS,
      rows.map((lamp) => [
        lamp.id,
        tenantId,
        lamp.sn,
        lamp.name,
        true,
        gateways.get(lamp.gatewaySn),
        posts.get(lamp.postSn),
        projectId,
        areas.get(lamp.areaCode),
        lamp.lng,
        lamp.lat,
        ...PARTS,
      ]),
    )
    await storeRegistered(
      query,
      rows.map(({ sn, id, gatewaySn, name }) => ({
        sn,
        id,
        tenantId,
        gatewayId: gateways.get(gatewaySn),
        gatewaySn,
        type: solarLampType.code,
        name,
      })),
    )
    return rows
  })

/** Zone of the demo towns. */
const ZONE = 'Asia/Shanghai'

/** Number of lamps whose past a step writes. */
const LAMPS_A_STEP = 50
const pastOf = (tenantId: string, lamps: readonly StoredLamp[], { at, nights }: PastSpan): ReportPast => ({
  tenantId,
  zone: ZONE,
  type: solarLampType,
  devices: lamps.map(({ id, sn }) => ({ deviceId: id, reports: solarPast(sn, at - nights * DAY_MS, at) })),
})

/** Gives each demo tenant a village with solar lamps in a solar project, if the deployment is a demo with devices and has never had a solar lamp. */
export const seedVillages = async (platform: Platform, now: number): Promise<void> => {
  if (!platform.config.demo || platform.config.number('DEMO_DEVICES', 1) === 0) return
  if ((await platform.system.query(`select 1 from ${tableOf(solarLamp)} limit 1`)).length > 0) return
  const nights = platform.config.number('DEMO_NIGHTS', DEMO_NIGHTS)
  for (const [at, { tenantId, lamps: usual }] of DEMO_TOWNS.entries()) {
    const ofTown = at === 0 ? platform.config.number('DEMO_LAMPS', usual) : usual
    if (ofTown === 0) continue
    const lamps = await storeVillage(platform, tenantId, SEED + at, ofTown)
    if (nights > 0)
      await platform.system.tx((query) => platform.port(pastPort).storeLastReports(query, pastOf(tenantId, lamps, { at: now, nights })))
  }
}

/** Steps that write the past of the villages. */
export const pastOfVillages = async (platform: Platform, span: PastSpan): Promise<readonly PastStep[]> =>
  DEMO_TOWNS.flatMap(({ tenantId }, town) =>
    Array.from(
      { length: Math.ceil(MAX_LAMPS / LAMPS_A_STEP) },
      (_, step): PastStep =>
        async (query) => {
          const lamps = await query<StoredLamp>(
            `select id::text as id, sn from ${tableOf(solarLamp)} where tenant_id = $1 and sn like $2 order by sn limit $3 offset $4`,
            [tenantId, `SL${SEED + town}%`, LAMPS_A_STEP, step * LAMPS_A_STEP],
          )
          if (lamps.length > 0) await platform.port(pastPort).storeReports(query, pastOf(tenantId, lamps, span))
        },
    ),
  )
