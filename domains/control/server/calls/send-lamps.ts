import type { BatchAnswer } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import { COMMAND_NAMES, COMMANDS } from '../../model/index.ts'
import { targetsPort } from '../../model/ports.ts'
import { createBatch, type KeyedRequest } from '../ledger/create-batch.ts'
import { askSecondPerson } from './approval.ts'
import type { OrderInput } from './order-input.ts'
import { reasonOf } from './override-reason.ts'
import { targetName } from './target-text.ts'

/** A selection of more devices is not named one by one. */
const NAMED_AT_MOST = 5000

const wordsOf = ({ command, level }: OrderInput): Text => {
  const [zh, en] = COMMANDS[COMMAND_NAMES[command]]
  return level === null ? [zh, en] : [`${zh} ${level} %`, `${en} ${level} %`]
}

/**
 * Writes the batch of a lamp order, or asks a second person first if it reaches many devices. “Back to calendar” never waits: it undoes.
 * @throws controlErrors.awaitsApproval, reasonMissing
 */
export const sendLamps = async (ctx: Ctx, given: OrderInput, request: KeyedRequest): Promise<BatchAnswer> => {
  const endless = given.command !== 'release' && given.duration === null && given.until === null
  const order = { ...given, reason: await reasonOf(ctx, { ...given, endless }) }
  const { selector, ...work } = order
  if (order.command !== 'release')
    await askSecondPerson(ctx, {
      targets: ctx.platform.port(targetsPort).select(ctx, selector),
      work: { lamps: work },
      content: wordsOf(order),
      reason: order.reason ?? '',
      target: async () => order.target ?? (await targetName(ctx, ctx.query, order, NAMED_AT_MOST)),
      request,
    })
  return createBatch(ctx, order, request)
}
