/** Limits of the embedded broker; each can be set when it is created. */
export interface BrokerLimits {
  /** Largest packet, bytes; a larger one ends the connection unread. The consumer refuses smaller packets that are too large for the protocol. */
  readonly packetBytes: number
  /** Largest packet before a gateway has signed in, bytes. */
  readonly connectBytes: number
  /** Sustained rate of messages of one gateway, per second, and the number allowed at once; further messages wait, and reading pauses. */
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly connections: number
  /** Number of refusals that one address may cause at once, and the number it regains per second. */
  readonly refusalsAtOnce: number
  readonly refusalsPerSecond: number
}

export const BROKER_LIMITS: BrokerLimits = {
  packetBytes: 512 * 1024,
  connectBytes: 8 * 1024,
  messagesPerSecond: 200,
  messageBurst: 1000,
  connections: 20_000,
  refusalsAtOnce: 100,
  refusalsPerSecond: 1,
}

/** A token bucket that may go below zero: `take` returns how long the caller must wait for its token, ms. */
export const createBucket = (perSecond: number, burst: number, now: () => number): { take: () => number; left: () => number } => {
  let tokens = burst
  let at = now()
  const refill = (): void => {
    const time = now()
    tokens = Math.min(burst, tokens + (Math.max(0, time - at) * perSecond) / 1000)
    at = time
  }
  return {
    take: () => {
      refill()
      tokens -= 1
      return tokens >= 0 ? 0 : Math.ceil((-tokens * 1000) / perSecond)
    },
    left: () => {
      refill()
      return tokens
    },
  }
}
