import { type Ctx, grantedOnly, onServer } from '@lamplight/server-kit'
import { night } from '../../model/index.ts'

const FIGURES = {
  lamps: 'lamps',
  kept: 'kept',
  deviating: 'deviating',
  silent: 'silent',
  overridden: 'overridden',
  belowMinutes: 'below_minutes',
} as const

/** Nights: users limited to places see the figures of their places, null for nights without figures by place. */
export const nightServer = onServer(night, {
  seen: Object.fromEntries(
    Object.entries(FIGURES).map(([name, column]) => [
      name,
      (user: Pick<Ctx['user'], 'id' | 'cut'>, params: unknown[]) =>
        `(select case when count(*) > 0 then coalesce(sum(p.${column}) filter (where true${grantedOnly(user, params, { project: 'p.project_id', area: 'p.area_id' })}), 0)::int end
          from strategies_night_place p where p.tenant_id = t.tenant_id and p.day = t.day)`,
    ]),
  ),
})
