import { orderFault, settableValue } from '@lamplight/control/model'
import { sendWanted } from '@lamplight/control/server'
import { BatchReturns } from '@lamplight/devices/server'
import { errors, fieldError, onServer, tableOf } from '@lamplight/server-kit'
import { automationErrors } from '../model/automation.errors.ts'
import { sunModeFamily } from '../model/sun-mode.family.ts'
import { sunMode } from '../model/sun-mode.resource.ts'

interface Segment {
  readonly minutes: number
  readonly level: number
  readonly motionLevel: number
}
interface ModeRow {
  readonly segments: readonly Segment[]
  readonly duskLux: number
  readonly dawnLux: number
}
/** Longest night that segments may fill, minutes. */
const NIGHT_MOST = 960
const textOf = (segments: readonly Segment[]): string =>
  segments.map(({ minutes, level, motionLevel }) => `${minutes}=${level}/${motionLevel}`).join(';')

export const sunModeServer = onServer(sunMode, {
  beforeWrite: ({ ctx, draft, old }) => {
    const row = { ...old, ...draft } as unknown as ModeRow
    const fault = orderFault(sunModeFamily, { duskLux: row.duskLux, dawnLux: row.dawnLux })
    if (fault) throw fieldError(fault.field, fault.message, ctx.lang)
    if (row.segments.reduce((sum, { minutes }) => sum + minutes, 0) > NIGHT_MOST) throw automationErrors.longNight({}, 'segments')
    return draft
  },
  returns: { send: BatchReturns },
  actions: {
    send: async ({ ctx, ids, input }) => {
      const [row] = await ctx.query<ModeRow>(
        `select segments, dusk_lux as "duskLux", dawn_lux as "dawnLux" from ${tableOf(sunMode)} where id = $1 and not is_deleted`,
        [ids[0]],
      )
      if (!row) throw errors.notFound()
      const { segments, duskLux, dawnLux } = row
      const value = settableValue(sunModeFamily, { segments: textOf(segments), duskLux, dawnLux })
      const batch = await sendWanted(ctx, { family: sunModeFamily, value }, [...(input.deviceIds ?? [])])
      if (!batch) throw fieldError('deviceIds', ['不存在', 'does not exist'], ctx.lang)
      return batch
    },
  },
})
