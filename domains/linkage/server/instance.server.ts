import { pick } from '@lamplight/kit'
import { type Ctx, onServer, type Query, tableOf, visibleRow } from '@lamplight/server-kit'
import { ENABLE, LINKAGES_CHANGED, linkageErrors, linkageInstance, linkageRecord, linkageTemplate } from '../model/index.ts'
import { devicesIn } from './devices.ts'
import { mayCommand, readCommand } from './orders.ts'
import { commandsOf, type TemplateRow } from './template.server.ts'
import { typeSeen } from './types.ts'

interface InstanceRow {
  readonly templateId: string
  readonly toggleDevType?: number | null
  readonly devType?: number | null
  readonly toggleDevIds: string
  readonly devIds: string
  readonly enable: number
}

/** Returns the template of a linkage and locks its row until the transaction ends. Refuses a template that the user does not see. */
const templateOf = async (ctx: Ctx, query: Query, templateId: string): Promise<TemplateRow> => {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`linkage.template.${templateId}`])
  return visibleRow<TemplateRow>(ctx, linkageTemplate, templateId).catch(() => {
    throw linkageErrors.noTemplate({}, 'templateId')
  })
}

/** Refuses devices that the user does not see, or that are not of the types of the template, and a type without a device. */
const bind = async (ctx: Ctx, row: InstanceRow, template: TemplateRow) => {
  const { toggleDevType, devType } = template
  if (row.toggleDevType && row.toggleDevType !== toggleDevType) throw linkageErrors.otherType({ field: 'toggleDevType' }, 'toggleDevType')
  if (row.devType && row.devType !== devType) throw linkageErrors.otherType({ field: 'devType' }, 'devType')
  const commands = commandsOf(template)
  const types = await Promise.all(
    [toggleDevType, ...new Set([devType, ...commands.map((one) => one.devType)])].map((code) => typeSeen(ctx.platform, ctx.query, code)),
  )
  const [trigger, ...acting] = types.flatMap((type) => type ?? [])
  if (!trigger || acting.length < types.length - 1) throw linkageErrors.noTemplate({}, 'templateId')
  const toggles = await devicesIn(ctx, row.toggleDevIds, 'toggleDevIds', [trigger])
  const targets = await devicesIn(ctx, row.devIds, 'devIds', acting)
  const missing = acting.find(({ code }) => commands.some((one) => one.devType === code) && !targets.some(({ type }) => type === code))
  if (missing) throw linkageErrors.noActor({ field: 'devIds', type: pick(missing.label, ctx.lang) }, 'devIds')
  return { toggles, targets, commands, acting }
}

const records = tableOf(linkageRecord)

/** Server behaviour of linkages. Whoever saves a linkage that is enabled needs the rights to its commands: they are sent for this user. */
export const instanceServer = onServer(linkageInstance, {
  joined: {
    sql: `left join lateral (select count(*)::int as n, max(r.fired_at) as at from ${records} r where r.tenant_id = t.tenant_id and r.instance_id = t.id and not r.is_deleted) made on true`,
    fields: { firings: 'made.n', lastFiredAt: 'made.at' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const { toggleDevType: _toggle, devType: _type, ...before } = { ...old } as Record<string, unknown>
    const row = { ...before, ...draft } as unknown as InstanceRow
    const template = await templateOf(ctx, query, row.templateId)
    const { toggles, targets, commands } = await bind(ctx, row, template)
    if (row.enable === ENABLE.on)
      for (const [at, command] of commands.entries()) {
        const { type, cmd } = await readCommand(ctx, command, 'templateId', at)
        if (!mayCommand(ctx, type, cmd)) throw linkageErrors.mayNotSend({ cmd }, 'enable')
      }
    return {
      ...draft,
      toggleDevType: template.toggleDevType,
      devType: template.devType,
      toggleDevIds: toggles.map(({ id }) => id).join(','),
      devIds: targets.map(({ id }) => id).join(','),
      actingUser: ctx.user.id,
    } as typeof draft
  },
  afterWrite: async ({ ctx, query, row, old }) => {
    // If a linkage is enabled, or gets other devices or another template, its stored states are deleted.
    await query('delete from linkage_watch where instance_id = $1', [row.id])
    if (old) await query('delete from linkage_report where instance_id = $1', [row.id])
    ctx.emit(LINKAGES_CHANGED, {})
  },
  beforeRemove: async ({ ctx, query, rows }) => {
    const ids = rows.map(({ id }) => id)
    await query('delete from linkage_watch where instance_id = any($1::bigint[])', [ids])
    await query('delete from linkage_report where instance_id = any($1::bigint[])', [ids])
    ctx.emit(LINKAGES_CHANGED, {})
  },
})
