import { type DeviceProperty, type DeviceTypeDefinition, pick, type Text } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { controllerType } from '../../model/index.ts'
import { isLampController } from '../types/types.port.ts'
import { LAMP_SLOT } from './counter.ts'

const DECISIONS = ['resets', 'rollovers', 'breaks', 'glitches'] as const
type Decision = (typeof DECISIONS)[number]
/** Number of decisions of each kind. */
export type Decided = Readonly<Record<Decision, number>>
const WORDS: Readonly<Record<Decision, (n: number) => Text>> = {
  resets: (n) => [`清零 ${n} 次`, n === 1 ? '1 reset' : `${n} resets`],
  rollovers: (n) => [`满度翻转 ${n} 次`, n === 1 ? '1 roll-over' : `${n} roll-overs`],
  breaks: (n) => [`示数跳变 ${n} 次，不计入`, n === 1 ? '1 jump, not counted' : `${n} jumps, not counted`],
  glitches: (n) => [`异常示数 ${n} 个，不计入`, n === 1 ? '1 wrong reading, not counted' : `${n} wrong readings, not counted`],
}

/** Returns decisions in words; empty without any. */
export const decidedWords = (ctx: Pick<Ctx, 'lang'>, decided: Decided): string =>
  DECISIONS.flatMap((name) => (decided[name] > 0 ? [pick(WORDS[name](decided[name]), ctx.lang)] : [])).join(ctx.lang === 'zh' ? '；' : '; ')

interface KeptCounter {
  readonly name: string
  readonly property: DeviceProperty
  /** Slot under which decisions about it are stored. */
  readonly slot: number
}
/** Counters of a type about which decisions are stored, also retired ones. */
export const keptCounters = (type: DeviceTypeDefinition): readonly KeptCounter[] =>
  isLampController(type.code)
    ? [{ name: 'energy', property: controllerType.properties.energy, slot: LAMP_SLOT }]
    : Object.entries(type.properties).flatMap(([name, property]) =>
        property.counter && property.history && property.slot ? [{ name, property, slot: property.slot }] : [],
      )

/** Returns by slot what the counter rules decided for a device in the hours that begin in a range (epoch ms), in words; empty if there was nothing to decide. */
export const decisionsOf = async (
  ctx: Ctx,
  deviceId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(slot: number) => string> => {
  const rows = await ctx.query<Decided & { slot: number }>(
    `select k.slot::int as slot, ${DECISIONS.map((name) => `sum(k.${name})::int as ${name}`).join(', ')} from devices_counter_hours k
     where k.device_id = $1 and k.hour >= to_timestamp($2::float8 / 1000) and k.hour < to_timestamp($3::float8 / 1000) group by 1`,
    [deviceId, from, to],
  )
  const texts = new Map(rows.map((row) => [row.slot, decidedWords(ctx, row)]))
  return (slot) => texts.get(slot) ?? ''
}

/** The counters of a device about which the rules decided something in a range (epoch ms), with the decisions in words. */
export const decidedCounters = async (
  ctx: Ctx,
  type: DeviceTypeDefinition,
  deviceId: string,
  range: { readonly from: number; readonly to: number },
): Promise<{ readonly code: string; readonly name: string; readonly decided: string }[]> => {
  const counters = keptCounters(type).filter(({ property }) => !property.retired)
  if (counters.length === 0) return []
  const decided = await decisionsOf(ctx, deviceId, range)
  return counters.flatMap(({ name, property, slot }) => {
    const words = decided(slot)
    return words === '' ? [] : [{ code: name, name: pick(property.label, ctx.lang), decided: words }]
  })
}
