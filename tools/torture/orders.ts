import { randomUUID } from 'node:crypto'
import { queryOnce } from '@lamplight/testing'
import type { City } from '@lamplight/virtual-city'
import type { HttpCaller } from './asker.ts'
import type { Verdict } from './judge.ts'
import { until } from './processes.ts'

const BINS = '/api/blade-device/trashdevice'
const SET_OFFSET = '/api/blade-city/controller/batch/set/timeoffset'
/** The tenant of the client's user. */
const TENANT = '000000'
const TRASH = 19
const CONTROLLER = 4
/** Every tenth lamp controller gets a time offset. */
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
}

/**
 * Creates the commands and parameters for other devices, sent beside the dims: two commands to each bin, and a time
 * offset to some of the dimmed lamp controllers.
 */
export const createOrders = async (options: { caller: HttpCaller; city: City; databaseUrl: string }) => {
  const { caller: asker, city, databaseUrl } = options
  const all = await queryOnce<Device & { type: number }>(
    databaseUrl,
    `select device_id::text as id, sn, type from devices_registry where tenant_id = '${TENANT}' order by sn`,
  )
  const bins = all.filter(({ type }) => type === TRASH)
  const controllers = all.filter(({ type }) => type === CONTROLLER).filter((_, at) => at % SHARE === 0)
  if (bins.length === 0 || controllers.length === 0) throw new Error('the demo has no bins or no lamp controllers')

  const count = async (sql: string): Promise<number> =>
    (await queryOnce<{ n: number }>(databaseUrl, `select count(*)::int as n from ${sql}`))[0]?.n ?? 0
  const order = async (path: string, body: object): Promise<string> => {
    const { status, data, body: refusal } = await asker.sure<{ batchId: string }>('POST', path, body, randomUUID())
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(refusal)}`)
    return data.batchId
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
      const batchIds = await Promise.all([
        order(`${BINS}/threshold`, { ids, percent: threshold }),
        order(`${BINS}/lid`, { ids, open: lid }),
        order(SET_OFFSET, { controllerIds: controllers.map(({ id }) => id), ...offset }),
      ])
      return { threshold, lid, offset, batchIds }
    },
    /**
     * Waits until all commands have ended and all parameters are in sync, then compares. Lost: devices without the last value. Doubled: batches
     * that took effect twice at a device, and requests that created two batches. Wrong: devices whose ledger row or parameter row does not match.
     */
    judge: async (round: RoundOrders): Promise<Verdict> => {
      const open = (): Promise<number> => count('control_batch where cmd is not null and ended < total')
      const outOfSync = (): Promise<number> => count(`control_param where status <> ${IN_SYNC}`)
      await until(async () => (await open()) + (await outOfSync()) === 0, DONE_MS, 200)
      const [first] = [...round.batchIds].sort()
      const rows = await queryOnce<Row>(
        databaseUrl,
        `select b.id::text as batch, l.sn, l.status, l.code from control_batch b join control_ledger l on l.batch_id = b.id where b.cmd is not null and b.id >= ${first}`,
      )
      const twice = await count(
        '(select from control_batch where idempotency_key is not null group by tenant_id, idempotency_key having count(*) > 1) k',
      )
      const lost = elsewhere(round)
      const effects = [...new Set(rows.map(({ batch }) => batch))].flatMap((batch) => [...city.effects(batch).values()])
      const unproven = rows.filter(({ status }) => status !== SUCCESS)
      const missing = 2 * bins.length + controllers.length - rows.length
      const drifted = await outOfSync()
      const wrong = unproven.length + Math.max(0, missing) + drifted
      const codes = [...Map.groupBy(unproven, ({ status, code }) => `status ${status} ${code}`)].map(
        ([words, found]) => `${found.length} × ${words} (${found[0]?.sn})`,
      )
      return {
        lost,
        doubled: effects.filter((times) => times > 1).length + twice,
        wrong,
        words:
          lost + wrong + twice > 0
            ? [`orders: ${lost} elsewhere, ${drifted} parameters not in sync, ${twice} keys twice`, ...codes].join(', ')
            : '',
      }
    },
  }
}
export type Orders = Awaited<ReturnType<typeof createOrders>>
