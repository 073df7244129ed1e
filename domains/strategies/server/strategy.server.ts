import { rangeOf } from '@lamplight/calendar'
import { type Ctx, changeRow, fieldError, onServer, type Query } from '@lamplight/server-kit'
import { CLOCK, calendarFamily, KINDS, type StoredEntry, strategiesErrors, strategy, strategyVersion } from '../model/index.ts'
import { CALENDAR_STATES, calendarStateOf } from './calendar-state.ts'
import { versionReason } from './version-reason.ts'

/** The fields that change what devices do. A change of one of them makes a new version. */
const CONTENT = ['entries', 'range', 'dayKind', 'priority', 'polar', 'minBurn'] as const
const KEPT = 100

const contentOf = (row: object): string =>
  JSON.stringify(Object.fromEntries(CONTENT.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name] ?? null])))

const checkEntries = (entries: readonly StoredEntry[] | null | undefined): void => {
  if (!entries?.length) throw strategiesErrors.needsEntries({}, 'entries')
  const at = entries.findIndex(({ trigger, time }) => trigger === CLOCK && !time)
  if (at >= 0) throw strategiesErrors.needsTime({ n: at + 1 }, 'entries')
}

const inUse = async (query: Query, ids: readonly string[]): Promise<number> => {
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from strategies_device d join devices_registered r on r.device_id = d.device_id
     where d.normal_id = any($1::bigint[]) or d.special_ids && $1::bigint[]`,
    [ids],
  )
  return row?.n ?? 0
}

/**
 * Counts of the registered devices of each strategy by the state of their calendar. Removed devices do not count; their rows stay as
 * history. `control_param_states` is offered by the slice control.
 */
const COUNTS = `left join lateral (
  select count(*)::int as assigned,
    count(*) filter (where c.state = ${CALENDAR_STATES.inEffect})::int as held, count(*) filter (where c.state = ${CALENDAR_STATES.drifted})::int as drifted,
    count(*) filter (where c.state = ${CALENDAR_STATES.failed})::int as failed,
    count(*) filter (where case when d.normal_id = t.id then d.normal_version else d.special_version end is distinct from t.version)::int as outdated
  from strategies_device d join devices_registered r on r.device_id = d.device_id left join control_param_states p on p.device_id = d.device_id and p.family = '${calendarFamily.name}'
  cross join lateral (select ${calendarStateOf('p')} as state) c
  where d.tenant_id = t.tenant_id and (d.normal_id = t.id or d.special_ids @> array[t.id])
) counts on true`

/** Strategies: each change of what devices do is a new version; devices hold the old one until it is published. */
export const strategyServer = onServer(strategy, {
  joined: {
    sql: COUNTS,
    fields: {
      assigned: 'counts.assigned',
      held: 'counts.held',
      drifted: 'counts.drifted',
      failed: 'counts.failed',
      outdated: 'counts.outdated',
    },
  },
  beforeWrite: ({ ctx, draft, old }) => {
    const row: Readonly<Record<string, unknown>> = { ...old, ...draft }
    checkEntries(row.entries as readonly StoredEntry[] | null)
    if (row.kind === KINDS.special && !row.range && !row.dayKind) throw strategiesErrors.needsDates({}, 'range')
    if (draft.range && !rangeOf(draft.range))
      throw fieldError('range', ['含有不存在的日期', 'contains a date that does not exist'], ctx.lang)
    const changed = !old || contentOf(row) !== contentOf(old)
    const version = changed ? Number(old?.version ?? 0) + 1 : (old?.version ?? 1)
    // The row has the reason of its present version.
    return { ...draft, version, reason: changed ? (draft.reason ?? null) : (old?.reason ?? null) }
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    if (old?.version === row.version) return
    await query(
      `insert into strategies_version (id, tenant_id, strategy_id, version, account, reason, content, create_user) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [ctx.platform.newId(), row.tenantId, row.id, row.version, ctx.user.account, row.reason ?? null, contentOf(row), ctx.user.id],
    )
    await query('delete from strategies_version where tenant_id = $1 and strategy_id = $2 and version <= $3', [
      row.tenantId,
      row.id,
      Number(row.version) - KEPT,
    ])
  },
  beforeRemove: async ({ query, rows }) => {
    const n = await inUse(
      query,
      rows.map(({ id }) => id),
    )
    if (n > 0) throw strategiesErrors.inUse({ n }, 'ids')
  },
})
const ofStrategy = (column: string): string => `(select s.${column} from strategies_strategy s where s.id = t.strategy_id)`
/** Versions: who sees the strategy sees them. */
export const strategyVersionServer = onServer(strategyVersion, {
  place: { project: ofStrategy('project_id'), area: ofStrategy('area_id') },
  shown: { reason: versionReason('t.reason') },
})

/** Writes a new version with the content of an old one. Returns the number of the new version. */
export const restoreVersion = async (ctx: Ctx, strategyId: string, version: number, reason: string): Promise<number> => {
  const [found] = await ctx.query<{ content: string }>('select content from strategies_version where strategy_id = $1 and version = $2', [
    strategyId,
    version,
  ])
  if (!found) throw strategiesErrors.noVersion({ version }, 'version')
  await changeRow(ctx, strategy, { id: strategyId, ...(JSON.parse(found.content) as Record<string, unknown>), reason })
  const [now] = await ctx.query<{ version: number }>('select version from strategies_strategy where id = $1', [strategyId])
  return now?.version ?? version
}
