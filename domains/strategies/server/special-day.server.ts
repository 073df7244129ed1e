import { isDate } from '@lamplight/calendar'
import { fieldError, onServer, type Query } from '@lamplight/server-kit'
import { specialDay } from '../model/index.ts'
import { DAYS_CHANGED } from './version-reason.ts'

/**
 * Raises the version of published strategies that follow days of these kinds. The list then counts their devices as outdated until the new version is
 * published. A strategy whose new version is not published yet keeps it: several changed days make one version.
 */
const renew = async (query: Query, tenantId: string, kinds: readonly number[]): Promise<void> => {
  await query(
    `with renewed as (
       update strategies_strategy s set version = s.version + 1, reason = '${DAYS_CHANGED[0]}'
       where s.tenant_id = $1 and s.day_kind = any($2::smallint[]) and not s.is_deleted
         and exists (select from strategies_device d where d.tenant_id = s.tenant_id and d.special_ids @> array[s.id] and d.special_version = s.version)
       returning s.id, s.tenant_id, s.version, s.reason
     )
     insert into strategies_version (id, tenant_id, strategy_id, version, account, reason, content)
     select nextval('kit_id'), r.tenant_id, r.id, r.version, v.account, r.reason, v.content
     from renewed r join strategies_version v on v.tenant_id = r.tenant_id and v.strategy_id = r.id and v.version = r.version - 1`,
    [tenantId, kinds],
  )
}

/** Holidays and makeup workdays. */
export const specialDayServer = onServer(specialDay, {
  beforeWrite: ({ ctx, draft }) => {
    if (draft.day !== undefined && !isDate(draft.day)) throw fieldError('day', ['该日期不存在', 'is not an existing date'], ctx.lang)
    return draft
  },
  afterWrite: async ({ query, row, old }) => {
    const kinds = [row.kind, ...(old ? [old.kind] : [])].map(Number)
    if (old && old.day === row.day && old.kind === row.kind) return
    await renew(query, row.tenantId, kinds)
  },
  beforeRemove: async ({ query, rows }) => {
    for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId))
      await renew(
        query,
        tenantId,
        own.map(({ kind }) => Number(kind)),
      )
  },
})
