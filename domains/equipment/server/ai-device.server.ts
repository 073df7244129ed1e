import { AI_EVENTS, ALGORITHMS, deviceTypesPort, hasAi } from '@lamplight/devices/model'
import { anyDevice } from '@lamplight/devices/server'
import { onListing, wordSql } from '@lamplight/server-kit'
import { aiDevice } from '../model/ai-device.listing.ts'

export const aiDeviceServer = onListing(aiDevice, {
  source: (ctx, params) => {
    const smart = ctx.platform.port(deviceTypesPort).all.filter(hasAi)
    const { id, columns, from } = anyDevice(ctx, params, ` and r.type = any($${params.push(smart.map(({ code }) => code))}::smallint[])`)
    const value = (name: 'algorithm' | 'eventsToday'): string =>
      `coalesce(case d.type ${smart.map(({ code, properties }) => `when ${code} then l.v[${properties[name]?.slot}]`).join(' ')} end, 0)`
    return {
      id,
      columns: {
        ...columns,
        algorithm: value('algorithm'),
        algorithmName: wordSql(ctx, params, ALGORITHMS, value('algorithm')),
        eventsToday: value('eventsToday'),
        lastEvent: `coalesce(l.texts ->> 'lastEvent', '')`,
        lastEventName: wordSql(ctx, params, AI_EVENTS, `coalesce(l.texts ->> 'lastEvent', '')`),
        lastEventTime: `to_timestamp((l.texts ->> 'lastEventAt')::float8 / 1000)`,
        reportedAt: 'd.reported_at',
      },
      from: `${from} left join devices_values l on l.device_id = d.device_id`,
    }
  },
})
