import { type Command, LIMITS } from '@lamplight/protocol'
import { COMMAND_NAMES } from '../../model/index.ts'
import type { StoredOrder } from '../ledger/ledger-types.ts'

/** The common part of a batch's messages. Times are epoch ms. */
export interface BatchOrder extends StoredOrder {
  readonly id: string
  readonly expireAt: number
}

const orderOf = (order: BatchOrder, head: number): { readonly cmd: string; readonly args: object } => {
  if (order.cmd !== null) return { cmd: order.cmd, args: JSON.parse(order.args ?? '{}') as object }
  const common = {
    ...(order.until === null ? {} : { until: order.until }),
    ...(head === 1 || head === 2 ? { head: head as 1 | 2 } : {}),
  }
  switch (order.command) {
    case COMMAND_NAMES.on:
      return { cmd: 'switch', args: { on: true, ...common } }
    case COMMAND_NAMES.off:
      return { cmd: 'switch', args: { on: false, ...common } }
    case COMMAND_NAMES.release:
      return { cmd: 'release', args: {} }
    default:
      return { cmd: 'dim', args: { level: order.level ?? 0, ...common } }
  }
}

const chunks = (sns: readonly string[]): string[][] => {
  const parts: string[][] = []
  for (let from = 0; from < sns.length; from += LIMITS.snsPerCommand) parts.push(sns.slice(from, from + LIMITS.snsPerCommand))
  return parts
}

/** Returns the messages with an order for devices behind one gateway, each with at most a thousand serial numbers in their order. */
export const messagesOf = (order: BatchOrder, head: number, sns: readonly string[]): Command[] =>
  chunks(sns).map((part) => ({ id: order.id, ...orderOf(order, head), sns: part, expiresAt: order.expireAt }) as Command)

/** Returns the commands that query the meters of devices. Their id begins with 0, unlike a batch id, so that the answer can be recognised. */
export const probesOf = (id: string, sns: readonly string[], expiresAt: number): Command[] =>
  chunks(sns).map((part) => ({ id: `0${id}`, cmd: 'read', args: {}, sns: part, expiresAt }))

export const isProbe = (id: string): boolean => id.startsWith('0') && id.length > 1
