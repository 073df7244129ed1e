import { connectTo } from '@lamplight/postgres/connect'
import type pg from 'pg'
import { fillBins } from './bins.ts'
import { deviceId, TENANT } from './lamps.ts'
import type { Figure } from './measure.ts'
import { startProduct } from './product.ts'
import { measureCalls } from './time-calls.ts'

const BINS = 100_000
const TRASH = 19
/** Devices are placed on a square grid with this number on a side, 0.001 degrees apart. */
const SIDE = 320
const [WEST, SOUTH] = [121, 31]
/** Maximum number of devices in one answer of the map. */
const CUT = 20_000
const FAULTS_EACH = 3
/** Limit for map answers with all devices, ms; they are large. */
const POINTS_MS = 200
/** Limit for exact totals of a tenant's faults, ms; they are counted over all devices. */
const TENANT_MS = 500

const fillPlaces = (owner: pg.Client): Promise<unknown> =>
  owner.query(
    `update environment_trash set lng = ${WEST} + (id % ${BINS} % ${SIDE}) * 0.001, lat = ${SOUTH} + (id % ${BINS} / ${SIDE}) * 0.001`,
  )

/** Inserts for each device two ended faults, and for every tenth a present one. */
const fillFaults = async (owner: pg.Client): Promise<void> => {
  await owner.query(`insert into devices_fault (device_id, type, began_at, ended_at, tenant_id)
    select device_id, 'invalidProgram', now() - n * interval '1 day', case when n > 1 or device_id % 10 > 0 then now() - n * interval '1 day' + interval '1 hour' end, tenant_id
    from devices_registry, generate_series(1, ${FAULTS_EACH}) n where type = ${TRASH}`)
  await owner.query('vacuum analyze devices_fault, environment_trash')
}

/** Measures pages and map of 100,000 devices that are no lamp controllers: state, points, faults and life record. */
export const run = async (): Promise<Figure[]> => {
  const product = await startProduct({ DEMO_DEVICES: '0' })
  const owner = await connectTo(product.databaseUrl)
  try {
    await fillBins(owner, BINS)
    await fillPlaces(owner)
    await fillFaults(owner)
    const operator = await product.signIn(TENANT, 'operator')
    const count = BINS.toLocaleString('en')
    const [device, base] = [{ deviceId: deviceId(70_001) }, '/api/blade-device']
    const box = { type: 'trash', west: WEST + 0.1, south: SOUTH + 0.1, east: WEST + 0.1395, north: SOUTH + 0.1395 }
    const faults = `${base}/deviceFault/list`
    // A fault type that no demo device reports and no inserted bin has.
    const kind = { type: 'invalidProgram' }
    return [
      await measureCalls(
        operator,
        `page of one of ${count} devices: 95th percentile of the slowest`,
        [
          ['latest state', `${base}/state`, device, 1],
          ['faults, first page', faults, device, FAULTS_EACH],
          ['life record, first page', `${base}/device/life_record/page`, { ...device, kind: 'fault,command,edited' }, FAULTS_EACH],
        ],
        { count: ({ total, sn }) => Number(total ?? (sn === undefined ? 0 : 1)) },
      ),
      await measureCalls(
        operator,
        `${count} devices on the map: 95th percentile of the slowest`,
        [
          ['a box with 1,600 devices', `${base}/map/points`, box, 1600],
          [`all, cut at ${CUT.toLocaleString('en')}`, `${base}/map/points`, { type: 'trash' }, CUT],
        ],
        { count: ({ ids }) => (ids as readonly string[]).length, aimMs: POINTS_MS },
      ),
      await measureCalls(
        operator,
        `faults of all ${count} devices, ${(BINS * FAULTS_EACH).toLocaleString('en')} intervals, first page and exact total: 95th percentile of the slowest`,
        [
          ['present', faults, { ...kind, present: 1 }, BINS / 10],
          ['all', faults, kind, BINS * FAULTS_EACH],
        ],
        { aimMs: TENANT_MS },
      ),
    ]
  } finally {
    await owner.end()
    await product.stop()
  }
}
