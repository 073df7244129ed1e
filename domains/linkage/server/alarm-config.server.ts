import { isEventType } from '@lamplight/protocol'
import { fieldError, onServer, refuseHidden } from '@lamplight/server-kit'
import { alarmConfig, boxesPort, isAlarm, LINKAGES_CHANGED } from '../model/index.ts'
import type { BoxAction } from './box-plan.ts'
import { refuseActions, templateWith } from './boxes.ts'
import { typeSeen } from './types.ts'

interface ConfigRow {
  readonly devType: number
  readonly alarmType: number
  readonly subAlarmType?: string | null
  readonly boxTemplateId: string
  readonly enable: number
  readonly actions: readonly BoxAction[]
  readonly cabinetIds?: readonly string[] | null
}

/** Server behaviour of alarm configurations. Whoever saves an enabled one needs the rights to its commands. */
export const alarmConfigServer = onServer(alarmConfig, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as unknown as ConfigRow
    await refuseHidden(ctx, query, alarmConfig.fields.cabinetIds.options.to, row.cabinetIds ?? [], 'cabinetIds')
    const type = await typeSeen(ctx.platform, query, row.devType)
    if (!type) throw fieldError('devType', ['设备类型不存在', 'is not a device type'], ctx.lang)
    if (row.subAlarmType && !(isEventType(row.subAlarmType) && isAlarm({ alarmType: row.alarmType }, row.subAlarmType)))
      throw fieldError('subAlarmType', ['不是该告警类型的事件', 'is not an event of this kind of alarm'], ctx.lang)
    const template = await templateWith(ctx, row.boxTemplateId, 'boxTemplateId')
    await refuseActions(ctx, template, row.actions, { field: 'actions', sends: row.enable === 1 })
    const ids = row.cabinetIds ?? []
    if (ids.length > 0) await ctx.platform.port(boxesPort).cabinets(ctx, row.boxTemplateId, { ids, field: 'cabinetIds' })
    return { ...draft, actingUser: ctx.user.id } as typeof draft
  },
  afterWrite: async ({ ctx }) => ctx.emit(LINKAGES_CHANGED, {}),
  beforeRemove: async ({ ctx }) => ctx.emit(LINKAGES_CHANGED, {}),
})
