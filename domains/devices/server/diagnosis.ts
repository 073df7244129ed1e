import type { Text } from '@lamplight/kit'
import { type Ctx, formatTime } from '@lamplight/server-kit'
import { deviceTypesPort } from '../model/ports.ts'
import { namedValues } from './named-values.ts'

interface Facts {
  readonly id: string
  readonly sn: string
  readonly type: number
  readonly activated: boolean
  readonly online: boolean | null
  readonly reported_at: Date | null
  readonly gateway_sn: string | null
  readonly gateway_online: boolean | null
  readonly gateway_seen: Date | null
  readonly siblings: number
  readonly silent: number
  readonly supply: Date | null
  readonly sim_iccid: string | null
  readonly sim_ended: Date | null
  readonly sim_suspended: boolean | null
  readonly v: readonly (number | null)[] | null
  /** Latest signal strength, dBm; undefined if the device does not report it. */
  readonly signal: number | undefined
}
type Result = 'good' | 'cause' | 'unknown'
interface Check {
  readonly key: string
  readonly label: Text
  /** Shown if this check finds the cause; `advice` says what to do. */
  readonly cause: Text
  readonly advice: Text
  readonly result: (facts: Facts) => Result
  readonly evidence: (facts: Facts, time: (at: Date | null) => string) => Text
}

/** Siblings below this number prove nothing. */
const FEW = 3
/** Below this signal strength packets are often lost, dBm. */
const WEAK = -115

const bad = (is: boolean): Result => (is ? 'cause' : 'good')
const same = (text: string): Text => [text, text]

/**
 * The checks of an offline device in their order. The first check that fails is the cause, because the later ones depend on it: a gateway without
 * supply is offline too.
 */
const CHECKS: readonly Check[] = [
  {
    key: 'inactive',
    label: ['设备已激活', 'The device is activated'],
    cause: ['设备未激活', 'The device is not activated'],
    advice: ['激活设备', 'Activate the device'],
    result: ({ activated }) => bad(!activated),
    evidence: ({ activated }) => (activated ? ['已激活', 'activated'] : ['未激活', 'not activated']),
  },
  {
    key: 'unbound',
    label: ['已绑定网关', 'A gateway is bound'],
    cause: ['未绑定网关', 'No gateway is bound'],
    advice: ['为设备选择网关', 'Choose the gateway of the device'],
    result: ({ gateway_sn }) => bad(gateway_sn === null),
    evidence: ({ gateway_sn }) => same(gateway_sn ?? '—'),
  },
  {
    key: 'supplyLost',
    label: ['没有上报断电', 'No outage is reported'],
    cause: ['供电中断', 'The supply is interrupted'],
    advice: ['检查配电箱和回路', 'Check the switch box and the loop'],
    result: ({ supply }) => bad(supply !== null),
    evidence: ({ supply }, time) =>
      supply
        ? [`${time(supply)} 起断电`, `no supply since ${time(supply)}`]
        : ['失联前没有断电事件', 'no outage before the connection was lost'],
  },
  {
    key: 'simExpired',
    label: ['SIM卡有效', 'The SIM card is valid'],
    cause: ['SIM卡到期或停机', 'The SIM card is expired or suspended'],
    advice: ['续费或恢复SIM卡', 'Renew or reactivate the SIM card'],
    result: ({ sim_iccid, sim_ended, sim_suspended }) =>
      sim_iccid === null ? 'unknown' : bad(sim_ended !== null || sim_suspended === true),
    evidence: ({ sim_iccid, sim_ended, sim_suspended }, time) => {
      if (sim_iccid === null) return ['没有登记SIM卡', 'no SIM card is recorded']
      if (sim_ended) return [`${sim_iccid}，${time(sim_ended)} 到期`, `${sim_iccid}, expired ${time(sim_ended)}`]
      return sim_suspended ? [`${sim_iccid}，已停机`, `${sim_iccid}, suspended`] : same(sim_iccid)
    },
  },
  {
    key: 'gatewayOffline',
    label: ['网关在线', 'The gateway is online'],
    cause: ['网关离线', 'The gateway is offline'],
    advice: ['检查网关的供电和网络', 'Check supply and network of the gateway'],
    result: ({ gateway_online }) => bad(!gateway_online),
    evidence: ({ gateway_seen }, time) => [`最近通信 ${time(gateway_seen)}`, `last contact ${time(gateway_seen)}`],
  },
  {
    key: 'neverReported',
    label: ['设备上报过', 'The device has reported'],
    cause: ['从未上报，可能绑定了错误的网关', 'It never reported; the bound gateway may be the wrong one'],
    advice: ['核对编号和所属网关', 'Check the serial number and the gateway'],
    result: ({ reported_at }) => bad(reported_at === null),
    evidence: ({ reported_at }, time) => [`最近上报 ${time(reported_at)}`, `last report ${time(reported_at)}`],
  },
  {
    key: 'neighboursSilent',
    label: ['同网关其他设备在线', 'Other devices of the gateway are online'],
    cause: ['同一网关下多数设备离线，可能是供电或线路故障', 'Most devices of the gateway are offline: supply or line may be interrupted'],
    advice: ['检查回路供电和总线', 'Check the supply of the loop and the line'],
    result: ({ siblings, silent }) => (siblings < FEW ? 'unknown' : bad(silent * 2 > siblings)),
    evidence: ({ siblings, silent }) => [`离线 ${silent} / ${siblings}`, `${silent} of ${siblings} offline`],
  },
  {
    key: 'weakSignal',
    label: ['信号足够', 'The signal is strong enough'],
    cause: ['信号弱', 'The signal is weak'],
    advice: ['检查天线，或移动网关', 'Check the antenna, or move the gateway'],
    result: ({ signal }) => (signal === undefined ? 'unknown' : bad(signal < WEAK)),
    evidence: ({ signal }) =>
      signal === undefined ? ['设备不上报信号强度', 'the device reports no signal strength'] : same(`${signal} dBm`),
  },
]
const ONLINE = { key: 'online', cause: ['设备在线', 'The device is online'], advice: ['无需处理', 'Nothing to do'] } as const
const SILENT = {
  key: 'silent',
  cause: ['设备不再应答，可能是设备故障', 'The device does not answer: it may be faulty'],
  advice: ['发送一次读取；仍无应答则现场检查或更换', 'Send a read; if there is no answer, inspect or replace the device'],
} as const

export interface Step {
  readonly key: string
  readonly label: Text
  /** `skipped`: an earlier check has found the cause. */
  readonly result: Result | 'skipped'
  readonly evidence: Text
}
export interface Diagnosis {
  readonly id: string
  readonly sn: string
  readonly cause: string
  readonly text: Text
  readonly advice: Text
  readonly steps: readonly Step[]
}

const diagnosisOf = (facts: Facts, zone: string): Diagnosis => {
  const time = (at: Date | null): string => (at ? formatTime(at, zone) : '—')
  const found = facts.online ? -1 : CHECKS.findIndex(({ result }) => result(facts) === 'cause')
  const { key, cause, advice } = facts.online ? ONLINE : (CHECKS[found] ?? SILENT)
  const steps = CHECKS.map((check, at): Step => {
    const result = found !== -1 && at > found ? 'skipped' : check.result(facts)
    return { key: check.key, label: check.label, result, evidence: check.evidence(facts, time) }
  })
  return { id: facts.id, sn: facts.sn, cause: key, text: cause, advice, steps }
}

/** The other devices of the gateway, and those of them that are offline. The user may not see all of them; the diagnosis names none. */
const NEIGHBOURS = `
select r.device_id::text as id, count(*)::int as siblings, (count(*) filter (where s.state = 4))::int as silent
from devices_registry r join devices_registry b on b.tenant_id = r.tenant_id and b.gateway_id = r.gateway_id and b.device_id <> r.device_id
join devices_state s on s.device_id = b.device_id where r.device_id = any($1::bigint[]) group by 1`

/**
 * Finds out why these devices are offline, from stored data. The caller has checked that the user sees them. The SIM card is that of the device, else
 * that of its gateway: a card of the same tenant with its serial number.
 */
export const diagnose = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Diagnosis[]> => {
  const neighbours = new Map(
    (await ctx.platform.system.query<Pick<Facts, 'id' | 'siblings' | 'silent'>>(NEIGHBOURS, [ids])).map((row) => [row.id, row]),
  )
  const rows = await ctx.query<Omit<Facts, 'siblings' | 'silent'>>(
    `select r.device_id::text as id, r.sn, r.type::int as type, r.activated, s.state < 4 as online, s.reported_at, g.sn as gateway_sn,
       g.online as gateway_online, g.last_seen as gateway_seen, l.v, c.iccid as sim_iccid, c.suspended as sim_suspended,
       case when c.expire_at < $2 then c.expire_at end as sim_ended,
       (select max(f.began_at) from devices_fault f where f.device_id in (r.device_id, g.id) and f.type = 'supplyLoss' and f.ended_at is null) as supply
     from devices_registry r left join devices_state s on s.device_id = r.device_id left join devices_latest l on l.device_id = r.device_id
     left join devices_gateway g on g.id = r.gateway_id and not g.is_deleted
     left join lateral (select e.iccid, e.suspended, e.expire_at from devices_esim_card e
       where e.tenant_id = r.tenant_id and e.sn in (r.sn, g.sn) and not e.is_deleted order by e.sn = r.sn desc limit 1) c on true
     where r.device_id = any($1::bigint[])`,
    [ids, ctx.now()],
  )
  const types = ctx.platform.port(deviceTypesPort)
  await types.need(rows.map(({ type }) => type))
  return rows.map((row) => {
    const { rssi } = namedValues(types.typeOf(row.type), row.v ?? [], {})
    const { siblings = 0, silent = 0 } = neighbours.get(row.id) ?? {}
    return diagnosisOf({ ...row, siblings, silent, signal: typeof rssi === 'number' ? rssi : undefined }, ctx.zone)
  })
}
