import { conditionsOf, type DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, errors, fieldError, onServer, type Query, tableOf } from '@lamplight/server-kit'
import { linkageErrors, linkageInstance, linkageTemplate, operatorOf, type Trigger, triggerFault } from '../model/index.ts'
import { readCommand } from './orders.ts'
import { typeSeen } from './types.ts'

/** The fields of a template that the engine reads. */
export interface TemplateRow {
  readonly toggleDevType: number
  readonly property: string
  readonly operator: number
  readonly value: string
  readonly againValue?: string | null
  readonly holdSeconds?: number | null
  readonly devType: number
  readonly actions: readonly {
    readonly devType?: number | null
    readonly cmd: string
    readonly args?: string | null
    readonly delay?: number | null
  }[]
}
export const triggerOf = ({ operator, value, againValue, holdSeconds }: TemplateRow): Trigger => ({
  operator: operatorOf(operator),
  value,
  again: againValue || null,
  holdSeconds: holdSeconds ?? 0,
})
/** The commands of a template, each with its device type. */
export const commandsOf = ({ actions, devType }: TemplateRow) =>
  actions.map(({ devType: own, cmd, args, delay }) => ({ devType: own ?? devType, cmd, args: args || '{}', delay: delay ?? 0 }))

const refuseTrigger = (ctx: Ctx, type: DeviceTypeDefinition, row: TemplateRow): void => {
  const choice = conditionsOf(type).find(({ property }) => property === row.property)
  const fault = triggerFault(choice, triggerOf(row))
  if (fault) throw fieldError(fault.field, fault.why, ctx.lang)
}

/** The enabled linkage that uses one of these templates. */
const userOf = async (query: Query, ids: readonly string[], enabled: boolean): Promise<string | undefined> => {
  const [row] = await query<{ name: string }>(
    `select instance_name as name from ${tableOf(linkageInstance)} where template_id = any($1::bigint[]) and not is_deleted${enabled ? ' and enable > 0' : ''} limit 1`,
    [ids],
  )
  return row?.name
}

export const templateServer = onServer(linkageTemplate, {
  joined: {
    sql: `left join lateral (select count(*)::int as n from ${tableOf(linkageInstance)} i where i.tenant_id = t.tenant_id and i.template_id = t.id and not i.is_deleted) used on true`,
    fields: { instances: 'used.n' },
  },
  beforeWrite: async ({ ctx, query, draft, old }) => {
    const row = { ...old, ...draft } as unknown as TemplateRow
    if (old) {
      await query('select pg_advisory_xact_lock(hashtext($1))', [`linkage.template.${old.id}`])
      const name = await userOf(query, [old.id], true)
      if (name !== undefined) throw linkageErrors.templateUsed({ name }, 'id')
      const bound = await userOf(query, [old.id], false)
      const before = old as unknown as TemplateRow
      if (bound !== undefined)
        for (const field of ['toggleDevType', 'devType'] as const)
          if (row[field] !== before[field]) throw errors.inUse({ by: bound }, field)
    }
    const type = await typeSeen(ctx.platform, query, row.toggleDevType)
    if (!type) throw fieldError('toggleDevType', ['设备类型不存在', 'is not a device type'], ctx.lang)
    refuseTrigger(ctx, type, row)
    if (!(await typeSeen(ctx.platform, query, row.devType)))
      throw fieldError('devType', ['设备类型不存在', 'is not a device type'], ctx.lang)
    for (const [at, command] of commandsOf(row).entries()) await readCommand(ctx, command, 'actions', at)
    return draft
  },
  beforeRemove: async ({ query, rows }) => {
    const name = await userOf(
      query,
      rows.map(({ id }) => id),
      false,
    )
    if (name !== undefined) throw errors.inUse({ by: name }, 'ids')
  },
})
