import { OPERATOR_KIND } from '@lamplight/charging/model'
import { envelope, type SignedBy } from '@lamplight/charging/server'
import { type ApiClient, testPlatform } from '@lamplight/testing'
import { expect } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

export const TENANT = '100001'
export const JSC = { kind: OPERATOR_KIND.jsc, operatorId: 'MA5TESTJS', secret: 'jsc-signing-secret-1' }
export const TY = { kind: OPERATOR_KIND.ty, operatorId: 'MA5TESTTY', secret: 'ty-signing-secret-01' }
export const MINUTE_MS = 60_000
export const QUERY = '/api/blade-charging/jscChargingPile'
/** The present second, epoch ms: stamps of pushes have whole seconds. */
const second = (): number => Math.floor(Date.now() / 1000) * 1000
/** Start time of the present test file, epoch ms. `chargingWorld` sets it, because the files of a worker share this module. */
export let now = second()

export const must = async <T>(call: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await call
  expect(code, msg).toBe(200)
  return data
}
/** A time in China as pushes give it. */
export const stamp = (at: number): string => new Date(at + 8 * 60 * MINUTE_MS).toISOString().replace(/\D/g, '').slice(0, 14)
let counter = 0
export const newSeq = ({ operatorId }: SignedBy): string => `${operatorId}${String(++counter).padStart(18, '0')}`
export const progress = (StartChargeSeq: string, sn: string, more: object = {}) => ({
  StartChargeSeq,
  StartChargeSeqStat: 2,
  ConnectorID: sn,
  ConnectorStatus: 3,
  StartTime: stamp(now - 30 * MINUTE_MS),
  TotalPower: 10.5,
  ElecMoney: 8.4,
  SeviceMoney: 4.2,
  VoltageA: 400,
  CurrentA: 100,
  Soc: 55,
  MeterPower: 1234.5,
  ...more,
})
export const ended = (StartChargeSeq: string, sn: string, more: object = {}) => ({
  StartChargeSeq,
  ConnectorID: sn,
  StartTime: stamp(now - 60 * MINUTE_MS),
  EndTime: stamp(now - MINUTE_MS),
  StopReason: 0,
  TotalPower: 30,
  TotalElecMoney: 24,
  TotalSeviceMoney: 12,
  TotalMoney: 36,
  ...more,
})
export const line = (StartChargeSeq: string, TotalMoney = 36, TotalPower = 30) => ({ StartChargeSeq, TotalPower, TotalMoney })
export const settlementOf = (CheckOrderSeq: string, ChargeOrders: readonly object[]) => ({
  CheckOrderSeq,
  StartTime: stamp(now - 24 * 60 * MINUTE_MS),
  EndTime: stamp(now),
  OrderCount: ChargeOrders.length,
  ChargeOrders,
})
export interface Shown {
  readonly id: string
  readonly state: number
  readonly electricity: string
  readonly total: string
  readonly endTime: string
  readonly [name: string]: unknown
}

/** Starts a product in which two operators of one tenant have a station with two piles each; `keys`, `stations` and `piles` are the ids of the rows. */
export const chargingWorld = async () => {
  now = second()
  const product = await testPlatform({
    slices,
    config: { DEMO_LAMPS: '0', OUTBOUND_PRIVATE: '1', COMMAND_VERIFY_SECONDS: '5', COMMAND_RESEND_SECONDS: '1' },
  })
  const keys: Record<string, string> = {}
  const stations: Record<string, string> = {}
  const piles: Record<string, string> = {}
  const sql = <T extends object>(text: string, params: unknown[] = []): Promise<T[]> => product.platform.system.query<T>(text, params)
  const platformAdmin = await product.signIn()
  const [role] = await sql<{ id: string }>(
    `select id from identity_role where tenant_id = $1 and role_alias = 'admin' and not is_deleted`,
    [TENANT],
  )
  const who = { tenantId: TENANT, account: 'charge_chief', password: 'Charging-12' }
  await must(platformAdmin.post('/api/blade-user/submit', { ...who, realName: '充电主管', roleId: role?.id }))
  const chief = await product.signIn(who)
  const operator = await product.signIn({ tenantId: TENANT, account: 'operator' })
  for (const [one, stationId] of [
    [JSC, 'ST-JSC'],
    [TY, 'ST-TY'],
  ] as const) {
    const { id } = await must(chief.post<{ id: string }>('/api/blade-charging/operator/submit', { name: one.operatorId, ...one }))
    keys[one.operatorId] = id
    const made = await must(
      chief.post<{ id: string }>('/api/blade-charging/station/submit', { name: `${stationId} 站`, stationId, operatorId: id }),
    )
    stations[stationId] = made.id
    for (const n of [1, 2]) {
      const pile = await must(
        chief.post<{ id: string }>('/api/blade-charging/pile/submit', { sn: `${stationId}-${n}`, stationId: made.id, ratedPower: 60 }),
      )
      piles[`${stationId}-${n}`] = pile.id
    }
  }
  /** Signs and sends a push; `body` replaces parts of the signed message. */
  const push = async (
    by: SignedBy,
    name: string,
    data: object,
    { at = now, body = {} as object, key = keys[by.operatorId] ?? '1' } = {},
  ) => {
    const response = await fetch(`${product.url}/api/blade-charging/evcs/${key}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...envelope(by, data, at), ...body }),
    })
    const answer = (await response.json()) as { Ret?: number; Data?: string; msg?: string; field?: string }
    return { status: response.status, ...answer, data: answer.Data ? (JSON.parse(answer.Data) as Record<string, unknown>) : {} }
  }
  const orderOf = (startChargeSeq: string, client = operator): Promise<Shown> =>
    must(client.get<Shown>(`${QUERY}/queryChargeOrder`, { startChargeSeq }))
  const stepsOf = async (id: string): Promise<string[]> =>
    (await must(operator.get<{ records: { transition: string }[] }>('/api/blade-charging/order/transitions', { id }))).records
      .map(({ transition }) => transition)
      .toReversed()
  const countOrders = async (): Promise<number> => Number((await sql<{ n: string }>('select count(*) as n from charging_order'))[0]?.n)
  const modify = (client: ApiClient, startChargeSeq: string, body: object) =>
    client.post<{ state: number }>(`${QUERY}/modifyChargeOrder`, { startChargeSeq, reason: '计量复核', ...body })
  return { product, chief, operator, platformAdmin, keys, stations, piles, sql, push, orderOf, stepsOf, countOrders, modify }
}
export type ChargingWorld = Awaited<ReturnType<typeof chargingWorld>>
