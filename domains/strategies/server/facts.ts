import type { TargetQuery } from '@lamplight/control/model'
import type { Ctx } from '@lamplight/server-kit'
import { differenceOf, type VersionContent } from '../model/difference.ts'
import { KINDS } from '../model/index.ts'
import type { NightSums, PublicationFacts } from '../model/publication-facts.ts'
import type { StrategyRow } from './night/program.ts'
import type { PreviewWork } from './publish/preview-work.ts'

/** Most findings, and most replaced strategies, that facts contain. */
const FIRST = 5

/** SQL of the strategy version that most devices have now: of their normal strategy, or, if a special strategy (`own`) is published, of this strategy. */
const BEFORE = (lamps: string, own: string | null): string => `select s.id::text as id, s.name, d.version, d.n, v.content from (
    select ${own ? `${own}::bigint as id, d.special_version` : 'd.normal_id as id, d.normal_version'} as version, count(*)::int as n
    from (${lamps}) l join strategies_device d on d.device_id = l.device_id
    where ${own ? `d.special_ids @> array[${own}::bigint]` : 'd.normal_id is not null'} group by 1, 2 order by n desc limit 1) d
  join strategies_strategy s on s.id = d.id left join strategies_version v on v.strategy_id = d.id and v.version = d.version`

interface Before {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly n: number
  readonly content: string | null
}

const rounded = (sums: NightSums): NightSums =>
  Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, Math.round(value * 100) / 100])) as unknown as NightSums

/**
 * Returns the facts of a publication for the person who approves it, from its preview. Null if the publication has no lamps.
 */
export const factsOf = async (
  ctx: Ctx,
  work: PreviewWork,
  { strategy, lamps, unassign }: { readonly strategy: StrategyRow; readonly lamps: TargetQuery; readonly unassign: boolean },
): Promise<PublicationFacts | null> => {
  if (work.devices === 0) return null
  const isSpecial = strategy.kind === KINDS.special
  const [before] = await ctx.query<Before>(BEFORE(lamps.sql, isSpecial ? `$${lamps.params.length + 1}` : null), [
    ...lamps.params,
    ...(isSpecial ? [strategy.id] : []),
  ])
  const { devices, streets, offline, peakKw, peakKwNow, replaces, total, totalNow, findings, rivals, firstStreets, firstOffline } = work
  return {
    firstStreets,
    firstOffline,
    devices,
    streets,
    offline,
    peakKw,
    peakKwNow,
    replaces: unassign ? [] : replaces.slice(0, FIRST),
    ...(rivals.length > 0 && { rivals: rivals.slice(0, FIRST) }),
    total: rounded(total),
    totalNow: rounded(totalNow),
    findings: findings.slice(0, FIRST).map(({ code, severity, firstNight, values }) => ({
      code,
      severity,
      firstNight: firstNight ?? null,
      values,
    })),
    before: before ? { id: before.id, name: before.name, version: before.version, n: before.n } : null,
    difference: !unassign && before?.content ? differenceOf(JSON.parse(before.content) as VersionContent, strategy) : null,
  }
}
