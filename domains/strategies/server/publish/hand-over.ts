import { targetsPort } from '@lamplight/control/model'
import { sendWanted } from '@lamplight/control/server'
import { pick, type Text } from '@lamplight/kit'
import { arrayOf, type Ctx } from '@lamplight/server-kit'
import { FINDING_WORDS } from '../../model/finding-words.ts'
import { calendarFamily } from '../../model/index.ts'
import { compileGroups, groupsOf, type Holding } from '../holding.ts'
import { hashOf } from '../night/program.ts'
import { internCalendar, lockPublications, specialDays, strategiesBy } from './publish.ts'

/** Copies the strategies, the calendar and the place of the device $1 to its successor $2. $3: now. */
const MOVE = `insert into strategies_device as d (device_id, tenant_id, normal_id, normal_version, special_ids, special_version, calendar_id, published_at,
    lat, lng, project_id, area_id, street_id)
  select $2, o.tenant_id, o.normal_id, o.normal_version, o.special_ids, o.special_version, o.calendar_id, $3, o.lat, o.lng, o.project_id, o.area_id, o.street_id
  from strategies_device o where o.device_id = $1 and (o.normal_id is not null or o.special_ids <> '{}')
  on conflict (device_id) do update set normal_id = excluded.normal_id, normal_version = excluded.normal_version, special_ids = excluded.special_ids,
    special_version = excluded.special_version, published_at = excluded.published_at,
    former_calendar_id = case when d.calendar_id is distinct from excluded.calendar_id then d.calendar_id else d.former_calendar_id end,
    calendar_id = excluded.calendar_id, lat = excluded.lat, lng = excluded.lng, project_id = excluded.project_id, area_id = excluded.area_id,
    street_id = excluded.street_id
  returning normal_id::text as normal, special_ids::text[] as specials`

/** Removes the strategies of the device $1. $2: now. The row stays, so that the history of its calendars gets an end. */
const LEAVE = `update strategies_device set normal_id = null, special_ids = '{}', former_calendar_id = coalesce(calendar_id, former_calendar_id), calendar_id = null,
  published_at = $2 where device_id = $1`

const CHANGE = `update strategies_device set calendar_id = $2, former_calendar_id = null, normal_version = coalesce($3, normal_version),
  special_version = coalesce($4, special_version) where device_id = $1`

interface Moved {
  readonly normal: string | null
  readonly specials: readonly string[]
}

const sentence = ({ refusals: [refusal] }: Holding): Text | undefined => {
  const words = refusal && FINDING_WORDS[refusal.code]
  if (!words) return undefined
  const [zh, en] = [pick(words, 'zh', refusal.values), pick(words, 'en', refusal.values)]
  return [`新设备的型号不能执行：${zh}`, `the model of the new device cannot hold it: ${en}`]
}

/**
 * If the successor has another model, compiles the current version of its strategies into a calendar for this model. Null if the model is
 * the same and the calendar can stay.
 */
const recompiled = async (ctx: Ctx, fromId: string, toId: string, { normal, specials }: Moved): Promise<Holding | null> => {
  const lamps = ctx.platform.port(targetsPort).lamps(ctx, { controllerIds: [fromId, toId] })
  const groups = await groupsOf(ctx, lamps, [fromId, toId])
  const of = (id: string) => groups.find(({ ids }) => ids.includes(id))
  const [before, after] = [of(fromId), of(toId)]
  const rows = await strategiesBy(ctx.query, [...(normal ? [normal] : []), ...specials])
  const [own] = rows.values()
  if (!after || !own || before?.model === after.model) return null
  const days = await specialDays(ctx.query)
  const [holding] = compileGroups(ctx, { groups: [after], rows, days, own, nextOf: () => ({ normal, specials }) })
  return holding ?? null
}

/**
 * Hands the strategies of a replaced device to its successor, in the transaction of the replacement. `refused`: the model of the successor
 * cannot hold the calendar, so the successor has no strategy; the text says why.
 */
export const handOver = async (ctx: Ctx, fromId: string, toId: string): Promise<{ readonly count: number; readonly refused?: Text }> => {
  await lockPublications(ctx)
  const [moved] = await ctx.query<Moved>(MOVE, [fromId, toId, ctx.now()])
  if (!moved) return { count: 0 }
  const holding = await recompiled(ctx, fromId, toId, moved)
  await ctx.query(LEAVE, [fromId, ctx.now()])
  const refused = holding && sentence(holding)
  if (refused) {
    await ctx.query(LEAVE, [toId, ctx.now()])
    await sendWanted(ctx, { family: calendarFamily, value: { id: '', hash: '' } }, [toId])
    return { count: 0, refused }
  }
  if (holding?.program) {
    const calendar = await internCalendar(ctx, holding.program)
    const versions = await ctx.query<{ normal: number | null; special: number | null }>(
      `select max(version) filter (where id = $1::bigint) as normal, max(version) filter (where id = any($2::bigint[])) as special
       from strategies_strategy where id = $1::bigint or id = any($2::bigint[])`,
      [moved.normal, arrayOf(moved.specials)],
    )
    await ctx.query(CHANGE, [toId, calendar.id, versions[0]?.normal ?? null, versions[0]?.special ?? null])
    await sendWanted(ctx, { family: calendarFamily, value: { id: calendar.id, hash: hashOf(holding.program) } }, [toId])
  }
  return { count: 1 + moved.specials.length - (moved.normal === null ? 1 : 0) }
}
