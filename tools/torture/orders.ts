import { randomUUID } from 'node:crypto'
import { queryOnce } from '@lamplight/testing'
import type { City } from '@lamplight/virtual-city'
import type { HttpCaller } from './asker.ts'
import type { Verdict } from './judge.ts'
import { until } from './processes.ts'

const BINS = '/api/blade-device/trashdevice'
const STRATEGIES = '/api/blade-strategy/workstrategy'
const SET_OFFSET = '/api/blade-city/controller/batch/set/timeoffset'
/** The tenant of the client's user. */
const TENANT = '000000'
const TRASH = 19
const CONTROLLER = 4
/** Every tenth lamp controller gets a time offset, and every tenth a strategy. */
const SHARE = 10
const DONE_MS = 120_000
const IN_SYNC = 2
const SUCCESS = 2

interface Device {
  readonly id: string
  readonly sn: string
}
interface Row {
  readonly batch: string
  readonly sn: string
  readonly status: number
  readonly code: string | null
}
/** Commands and values of one round, with their batches. */
export interface RoundOrders {
  readonly threshold: number
  readonly lid: number
  readonly offset: { readonly onOffset: number; readonly offOffset: number }
  readonly batchIds: readonly string[]
  /** The published version of the strategy. */
  readonly version: number
}
interface Assigned {
  readonly sn: string
  readonly normal: string
  readonly version: number
  readonly hash: string
}

/**
 * Creates what is sent beside the dims: two commands to each bin, a time offset to some of the dimmed lamp controllers, and a new version of a strategy,
 * which is published to others.
 */
export const createOrders = async (options: {
  caller: HttpCaller
  city: City
  lamps: readonly string[]
  /** Serial numbers of the devices to which commands may be sent. */
  devices: readonly string[]
  databaseUrl: string
}) => {
  const { caller: asker, city, lamps, databaseUrl } = options
  const devices = new Set(options.devices)
  const all = await queryOnce<Device & { type: number }>(
    databaseUrl,
    `select device_id::text as id, sn, type from devices_registry where tenant_id = '${TENANT}' order by sn`,
  )
  const bins = all.filter(({ type, sn }) => type === TRASH && devices.has(sn))
  /** Controllers of the city; others speak another protocol. */
  const connected = new Set(lamps)
  const shareOf = (rest: number): Device[] =>
    all.filter(({ type, sn }) => type === CONTROLLER && connected.has(sn)).filter((_, at) => at % SHARE === rest)
  const [controllers, followers] = [shareOf(0), shareOf(1)]
  if (bins.length === 0 || controllers.length === 0) throw new Error('the demo has no bins or no lamp controllers')

  const count = async (sql: string): Promise<number> =>
    (await queryOnce<{ n: number }>(databaseUrl, `select count(*)::int as n from ${sql}`))[0]?.n ?? 0
  const order = async (path: string, body: object): Promise<string> => {
    const { status, data, body: refusal } = await asker.sure<{ batchId: string }>('POST', path, body, randomUUID())
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(refusal)}`)
    return data.batchId
  }
  let publications = 0
  const entriesOf = (level: number): object[] => [
    { trigger: 2, offset: 0, level: 100 },
    { trigger: 1, time: '23:00', level },
    { trigger: 3, offset: 0, level: 0 },
  ]
  const { data: strategy } = await asker.sure<{ id: string }>('POST', `${STRATEGIES}/normal`, {
    name: `torture ${randomUUID()}`,
    entries: entriesOf(50),
  })
  /** Publishes a new version; the request is repeated with the same key until it is answered. */
  const publish = async (level: number): Promise<{ version: number; batchIds: readonly string[] }> => {
    await asker.sure('PUT', `${STRATEGIES}/normal`, { workStrategyId: strategy.id, entries: entriesOf(level) })
    const body = { strategyId: strategy.id, controllerIds: followers.map(({ id }) => id) }
    const { status, data, body: refusal } = await asker.sure<{ batchIds: string[] }>('POST', `${STRATEGIES}/publish`, body, randomUUID())
    if (status !== 200) throw new Error(`the publication was refused: ${JSON.stringify(refusal)}`)
    publications += 1
    const [row] = await queryOnce<{ version: number }>(databaseUrl, `select version from strategies_strategy where id = ${strategy.id}`)
    return { version: row?.version ?? 0, batchIds: data.batchIds }
  }
  /** Devices that hold another calendar than the last published one, and devices or publications that were half written. */
  const publishedWrong = async (version: number): Promise<{ elsewhere: number; half: number }> => {
    const rows = await queryOnce<Assigned>(
      databaseUrl,
      `select r.sn, d.normal_id::text as normal, d.normal_version as version, c.hash from devices_registry r
       join strategies_device d on d.device_id = r.device_id left join strategies_calendar c on c.id = d.calendar_id where d.normal_id = ${strategy.id}`,
    )
    const stored = await count(`strategies_publication where strategy_id = ${strategy.id}`)
    const half = new Set(rows.map(({ hash }) => hash)).size - 1 + rows.filter((row) => row.version !== version).length
    return {
      elsewhere: followers.length - rows.filter(({ sn, hash }) => city.params(sn).calendar?.hash === hash).length,
      half: half + Math.abs(stored - publications),
    }
  }
  const elsewhere = ({ threshold, lid, offset }: RoundOrders): number =>
    bins.filter(({ sn }) => {
      const { values } = city.device(sn)
      return values.threshold !== threshold || values.lid !== lid
    }).length +
    controllers.filter(({ sn }) => {
      const { onOffset, offOffset } = city.params(sn).timeOffset ?? {}
      return onOffset !== offset.onOffset || offOffset !== offset.offOffset
    }).length

  return {
    /** Sends the commands and parameters of a round. Their values are derived from `level`. */
    send: async (level: number): Promise<RoundOrders> => {
      const [threshold, lid, offset] = [level, level % 2, { onOffset: level, offOffset: -level }]
      const ids = bins.map(({ id }) => id)
      const [published, ...batchIds] = await Promise.all([
        publish(level),
        order(`${BINS}/threshold`, { ids, percent: threshold }),
        order(`${BINS}/lid`, { ids, open: lid }),
        order(SET_OFFSET, { controllerIds: controllers.map(({ id }) => id), ...offset }),
      ])
      return { threshold, lid, offset, batchIds: [...batchIds, ...published.batchIds], version: published.version }
    },
    /**
     * Waits until all commands have ended and the parameters of all connected devices are in sync, then compares. Lost: devices without the last value. Doubled: batches
     * that took effect twice at a device, and requests that created two batches. Wrong: devices whose ledger row or parameter row does not match.
     */
    judge: async (round: RoundOrders): Promise<Verdict> => {
      const open = (): Promise<number> => count('control_batch where cmd is not null and ended < total')
      const outOfSync = async (): Promise<number> => {
        const rows = await queryOnce<{ sn: string }>(
          databaseUrl,
          `select r.sn from control_param p join devices_registry r on r.device_id = p.device_id where p.status <> ${IN_SYNC}`,
        )
        return rows.filter(({ sn }) => devices.has(sn)).length
      }
      await until(async () => (await open()) + (await outOfSync()) === 0, DONE_MS, 200)
      const [first] = [...round.batchIds].sort()
      const rows = await queryOnce<Row>(
        databaseUrl,
        `select b.id::text as batch, l.sn, l.status, l.code from control_batch b join control_ledger l on l.batch_id = b.id where b.cmd is not null and b.id >= ${first}`,
      )
      const twice = await count(
        '(select from control_batch where idempotency_key is not null group by tenant_id, idempotency_key having count(*) > 1) k',
      )
      const published = await publishedWrong(round.version)
      const lost = elsewhere(round) + published.elsewhere
      const effects = [...new Set(rows.map(({ batch }) => batch))].flatMap((batch) => [...city.effects(batch).values()])
      const unproven = rows.filter(({ status }) => status !== SUCCESS)
      const missing = 2 * bins.length + controllers.length + followers.length - rows.length
      const drifted = await outOfSync()
      const wrong = unproven.length + Math.max(0, missing) + drifted + published.half
      const codes = [...Map.groupBy(unproven, ({ status, code }) => `status ${status} ${code}`)].map(
        ([words, found]) => `${found.length} × ${words} (${found[0]?.sn})`,
      )
      return {
        lost,
        doubled: effects.filter((times) => times > 1).length + twice,
        wrong,
        words:
          lost + wrong + twice > 0
            ? [
                `orders: ${lost} elsewhere, ${drifted} parameters not in sync, ${published.half} of a publication half written, ${twice} keys twice`,
                ...codes,
              ].join(', ')
            : '',
      }
    },
  }
}
export type Orders = Awaited<ReturnType<typeof createOrders>>
