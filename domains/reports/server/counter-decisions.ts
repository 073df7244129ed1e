import { type DayRange, pick, type Text } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'

const DECISIONS = ['resets', 'rollovers', 'breaks', 'glitches'] as const
type Decision = (typeof DECISIONS)[number]
const WORDS: Readonly<Record<Decision, (n: number) => Text>> = {
  resets: (n) => [`清零 ${n} 次`, n === 1 ? '1 reset' : `${n} resets`],
  rollovers: (n) => [`满度翻转 ${n} 次`, n === 1 ? '1 roll-over' : `${n} roll-overs`],
  breaks: (n) => [`示数跳变 ${n} 次，不计入`, n === 1 ? '1 jump, not counted' : `${n} jumps, not counted`],
  glitches: (n) => [`异常示数 ${n} 个，不计入`, n === 1 ? '1 wrong reading, not counted' : `${n} wrong readings, not counted`],
}

/** Returns by slot what the counter rules decided for a device in a range, in words; empty if there was nothing to decide. */
export const decisionsOf = async (ctx: Ctx, deviceId: string, { from, to }: DayRange): Promise<(slot: number) => string> => {
  const rows = await ctx.query<Record<Decision, number> & { slot: number }>(
    `select k.slot::int as slot, ${DECISIONS.map((name) => `sum(k.${name})::int as ${name}`).join(', ')} from devices_counter_hours k
     where k.device_id = $1 and k.hour >= $2::date::timestamp at time zone $4 and k.hour < ($3::date + 1)::timestamp at time zone $4 group by 1`,
    [deviceId, from, to, ctx.zone],
  )
  const texts = new Map(
    rows.map((row) => [row.slot, DECISIONS.flatMap((name) => (row[name] > 0 ? [pick(WORDS[name](row[name]), ctx.lang)] : []))]),
  )
  return (slot) => (texts.get(slot) ?? []).join(ctx.lang === 'zh' ? '；' : '; ')
}
