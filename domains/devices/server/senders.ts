import type { KnownChild, KnownGateway } from './known.ts'
import type { Lookup } from './lookup.ts'
import { devicesIn, type ReceivedMessage } from './received-message.ts'

type Message = Pick<ReceivedMessage, 'gateway' | 'content'> & { readonly doubtful?: ReceivedMessage['doubtful'] }
type ChildOf = (sn: string) => KnownChild | undefined

/** Registry rows of the devices that messages contain. */
export interface Spoken {
  readonly gatewayOf: (sn: string) => KnownGateway | undefined
  /** Returns a function that finds children by serial number, for one of the messages. */
  readonly childrenOf: (message: Message) => ChildOf
}
export interface Senders {
  readonly resolve: (messages: readonly Message[]) => Promise<Spoken>
}

/** Returns true if a message names a subsequence of these children. */
const speaksOf = (children: readonly KnownChild[], message: Message): boolean => {
  let at = 0
  for (const { sn } of devicesIn(message)) {
    while (at < children.length && children[at]?.sn !== sn) at += 1
    if (at === children.length) return false
    at += 1
  }
  return true
}
/** If several tenants have a device with this serial number, picks the one of the gateway's tenant. */
const ofTenant = (childOf: ChildOf, gateway: KnownGateway | undefined): ChildOf =>
  gateway === undefined
    ? childOf
    : (sn) => {
        let child = childOf(sn)
        while (child && child.tenantId !== gateway.tenantId) child = child.namesake
        return child
      }
/** Returns a search function that is fast when children are requested in the order of the list. */
const inOrder = (children: readonly KnownChild[]): ChildOf => {
  let next = 0
  return (sn) => {
    for (let tried = 0; tried < children.length; tried++) {
      const child = children[next]
      next = next + 1 === children.length ? 0 : next + 1
      if (child?.sn === sn) return child
    }
    return undefined
  }
}

/**
 * Gateways report the same children in the same order, so the longest list is cached until a registry entry is forgotten. Comparing strings costs a third
 * of a map lookup among 100,000 entries.
 */
export const createSenders = (gateways: Lookup<KnownGateway>, children: Lookup<KnownChild>): Senders => {
  let rows = new Map<string, readonly KnownChild[]>()
  let version = children.version()

  const remember = (message: Message, childOf: ChildOf): void => {
    const { gateway } = message
    const devices = devicesIn(message)
    if (devices.length <= (rows.get(gateway)?.length ?? 0)) return
    const row = devices.flatMap(({ sn }) => childOf(sn) ?? [])
    if (row.length === devices.length) rows.set(gateway, row)
  }
  return {
    resolve: async (messages) => {
      if (version !== children.version()) {
        rows = new Map()
        version = children.version()
      }
      const before = version
      const known = new Map<Message, readonly KnownChild[]>()
      const serials = new Set<string>()
      for (const message of messages) {
        const row = rows.get(message.gateway)
        if (row && speaksOf(row, message)) known.set(message, row)
        else for (const { sn } of devicesIn(message)) serials.add(sn)
      }
      const [gatewayOf, childOf] = await Promise.all([
        gateways.resolve(new Set(messages.map(({ gateway }) => gateway))),
        children.resolve(serials),
      ])
      if (before === version && before === children.version())
        for (const message of messages) if (!known.has(message)) remember(message, ofTenant(childOf, gatewayOf(message.gateway)))
      return {
        gatewayOf,
        childrenOf: (message) => {
          const row = known.get(message)
          return row ? inOrder(row) : ofTenant(childOf, gatewayOf(message.gateway))
        },
      }
    },
  }
}
