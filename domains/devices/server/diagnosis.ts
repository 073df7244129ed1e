import type { Text } from '@lamplight/kit'
import { type Ctx, formatTime } from '@lamplight/server-kit'

/** Causes for which a device is offline, the first that holds is the answer. */
const CAUSES = {
  online: ['设备在线', 'The device is online'],
  inactive: ['设备未激活', 'The device is not activated'],
  unbound: ['未绑定网关', 'No gateway is bound'],
  gatewayOffline: ['网关离线', 'The gateway is offline'],
  supplyLost: ['供电中断', 'The supply is interrupted'],
  neverReported: ['从未上报，可能绑定了错误的网关', 'It never reported; the bound gateway may be the wrong one'],
  neighboursSilent: [
    '同一网关下多数设备离线，可能是供电或线路故障',
    'Most devices of the gateway are offline: supply or line may be interrupted',
  ],
  silent: ['设备不再应答，可能是设备故障或信号弱', 'The device does not answer: it may be faulty, or its signal weak'],
} as const satisfies Readonly<Record<string, Text>>
type Cause = keyof typeof CAUSES

const ADVICE: Readonly<Record<Cause, Text>> = {
  online: ['无需处理', 'Nothing to do'],
  inactive: ['激活设备', 'Activate the device'],
  unbound: ['为设备选择网关', 'Choose the gateway of the device'],
  gatewayOffline: ['检查网关的供电和网络', 'Check supply and network of the gateway'],
  supplyLost: ['检查配电箱和回路', 'Check the switch box and the loop'],
  neverReported: ['核对编号和所属网关', 'Check the serial number and the gateway'],
  neighboursSilent: ['检查回路供电和总线', 'Check the supply of the loop and the line'],
  silent: ['发送一次读取；仍无应答则现场检查或更换', 'Send a read; if there is no answer, inspect or replace the device'],
}

interface Facts {
  readonly id: string
  readonly sn: string
  readonly activated: boolean
  readonly online: boolean | null
  readonly reported_at: Date | null
  readonly gateway_sn: string | null
  readonly gateway_online: boolean | null
  readonly gateway_seen: Date | null
  readonly siblings: number
  readonly silent: number
  readonly supply: Date | null
}
/** Siblings below this number prove nothing. */
const FEW = 3

const causeOf = (facts: Facts): Cause => {
  if (facts.online) return 'online'
  if (!facts.activated) return 'inactive'
  if (facts.gateway_sn === null) return 'unbound'
  if (facts.supply) return 'supplyLost'
  if (!facts.gateway_online) return 'gatewayOffline'
  if (!facts.reported_at) return 'neverReported'
  return facts.siblings >= FEW && facts.silent * 2 > facts.siblings ? 'neighboursSilent' : 'silent'
}

interface Diagnosis {
  readonly id: string
  readonly sn: string
  readonly cause: Cause
  readonly text: Text
  readonly advice: Text
  readonly evidence: readonly { readonly label: Text; readonly value: string }[]
}

/** Finds out why these devices are offline, from what the platform knows; the caller has checked that the user sees them. */
export const diagnose = async (ctx: Ctx, ids: readonly string[]): Promise<readonly Diagnosis[]> => {
  const rows = await ctx.query<Facts>(
    `select r.device_id::text as id, r.sn, r.activated, s.state < 4 as online, s.reported_at, g.sn as gateway_sn, g.online as gateway_online,
       g.last_seen as gateway_seen, n.siblings, n.silent,
       (select max(f.began_at) from devices_fault f where f.device_id in (r.device_id, g.id) and f.type = 'supplyLoss' and f.ended_at is null) as supply
     from devices_registry r left join devices_state s on s.device_id = r.device_id
     left join devices_gateway g on g.id = r.gateway_id and not g.is_deleted
     cross join lateral (select count(*)::int as siblings, (count(*) filter (where o.state = 4))::int as silent
       from devices_state o where o.tenant_id = r.tenant_id and o.gateway_id = r.gateway_id and o.device_id <> r.device_id) n
     where r.device_id = any($1::bigint[])`,
    [ids],
  )
  const time = (at: Date | null): string => (at ? formatTime(at, ctx.zone) : '—')
  return rows.map((row) => {
    const cause = causeOf(row)
    return {
      ...{ id: row.id, sn: row.sn, cause, text: CAUSES[cause], advice: ADVICE[cause] },
      evidence: [
        { label: ['最近上报', 'Last report'], value: time(row.reported_at) },
        { label: ['网关', 'Gateway'], value: row.gateway_sn ?? '—' },
        { label: ['网关最近通信', 'Last contact of the gateway'], value: time(row.gateway_seen) },
        { label: ['同网关离线设备', 'Offline devices of the gateway'], value: `${row.silent} / ${row.siblings}` },
        ...(row.supply ? [{ label: ['断电时间', 'Supply lost since'] as Text, value: time(row.supply) }] : []),
      ],
    }
  })
}
