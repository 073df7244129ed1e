import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, errors, formatTime } from '@lamplight/server-kit'
import { shownValues } from './ingest/named-values.ts'
import { deviceSeen } from './seen-device.ts'
import { type HistoryQuery, seriesHistory } from './series/series-history.ts'

/**
 * Latest values and history of a device of one type, for calls of other slices. `from` and `to`: epoch ms; `points`: maximum number of buckets. Each
 * bucket has the mean of a value, and the maximum and the increase of a counter. Refuses devices of other types and devices that the user does not see.
 */
export const deviceData = async (
  ctx: Ctx,
  type: DeviceTypeDefinition,
  deviceId: string,
  span: Pick<HistoryQuery, 'from' | 'to' | 'points'>,
) => {
  const { tenantId, sn, name, type: own } = await deviceSeen(ctx, deviceId)
  if (own.code !== type.code) throw errors.notFound()
  const [row] = await ctx.query<{
    state: number | null
    at: Date | null
    v: (number | null)[] | null
    texts: Record<string, unknown> | null
  }>(
    `select s.state, s.reported_at as at, l.v, l.texts from devices_registry r left join devices_state s on s.device_id = r.device_id
     left join devices_latest l on l.device_id = r.device_id where r.device_id = $1`,
    [deviceId],
  )
  const { points } = await seriesHistory(ctx, type, { deviceId, tenantId, ...span })
  return {
    deviceId,
    sn,
    name,
    points,
    /** A key of decisions.md B2; 5 without a report. */
    state: row?.state ?? 5,
    reportedAt: row?.at ? formatTime(row.at, ctx.zone) : '',
    values: shownValues(type, row?.v ?? [], row?.texts ?? {}),
  }
}
