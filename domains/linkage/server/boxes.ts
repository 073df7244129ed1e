import type { DeviceTypeDefinition } from '@lamplight/kit'
import { type Ctx, fieldError } from '@lamplight/server-kit'
import { type BoxTemplate, boxesPort, linkageErrors } from '../model/index.ts'
import { argsOf, type BoxAction, interfaceIn } from './box-plan.ts'
import { mayCommand } from './orders.ts'
import { typeIn } from './types.ts'

/** An interface of a box template: a command of one of its units. */
export interface FoundInterface {
  readonly interfaceId: string
  readonly unit: BoxTemplate['units'][number]
  readonly cmd: string
  readonly type: DeviceTypeDefinition
}

/** Returns the template with this id; refuses one that the user does not see. */
export const templateWith = async (ctx: Ctx, id: string, field: string): Promise<BoxTemplate> => {
  const [template] = await ctx.platform.port(boxesPort).templates(ctx, [id])
  if (!template) throw fieldError(field, ['不存在', 'does not exist'], ctx.lang)
  return template
}

export const interfacesOf = async (ctx: Pick<Ctx, 'platform'>, { units }: BoxTemplate): Promise<readonly FoundInterface[]> => {
  const found: FoundInterface[] = []
  for (const unit of units) {
    const type = await typeIn(ctx.platform, unit.devType)
    for (const cmd of Object.keys(type?.commands ?? {})) if (type) found.push({ interfaceId: `${unit.code}.${cmd}`, unit, cmd, type })
  }
  return found
}

/** Refuses actions on interfaces that the template lacks, values that they do not take, and, if `sends`, commands for which the user has no right. */
export const refuseActions = async (
  ctx: Ctx,
  template: BoxTemplate,
  actions: readonly BoxAction[],
  { field, sends }: { readonly field: string; readonly sends: boolean },
): Promise<void> => {
  const known = await interfacesOf(ctx, template)
  for (const [at, { interfaceId, value }] of actions.entries()) {
    const found = known.find((one) => one.interfaceId === interfaceId)
    if (!found) throw linkageErrors.noInterface({ id: interfaceId }, field)
    const { cmd } = interfaceIn(interfaceId)
    if (argsOf(found.type, cmd, value) === undefined)
      throw fieldError(field, [`第${at + 1}项值不正确`, `item ${at + 1}: the value is not valid`], ctx.lang)
    if (sends && !mayCommand(ctx, found.type, cmd)) throw linkageErrors.mayNotSend({ cmd }, field)
  }
}
