import { errors, fieldError, onServer } from '@lamplight/server-kit'
import { station } from '../model/station.resource.ts'

const USED =
  'select 1 from charging_pile where station_id = any($1) and not is_deleted union all select 1 from charging_order where station_id = any($1) limit 1'

/** Orders and bills name station, operator and StationID, so a station with orders or piles is not removed and keeps operator and StationID. */
export const stationServer = onServer(station, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    for (const name of ['operatorId', 'stationId'] as const) {
      if (!old || !draft[name] || draft[name] === old[name]) continue
      const [used] = await query(USED, [[old.id]])
      if (used) throw fieldError(name, ['已有充电桩或订单，不能修改', 'cannot be changed: the station has piles or orders'], ctx.lang)
    }
    return draft
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const [used] = await query(USED, [rows.map(({ id }) => id)])
    if (used) throw errors.inUse({ by: ctx.lang === 'zh' ? '充电桩或订单' : 'charging piles or orders' })
  },
})
