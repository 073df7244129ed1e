/** Bounds of the embedded broker; each may be set at its making. */
export interface BrokerLimits {
  /** Largest packet, bytes: above it the connection ends unread. What is smaller but too large for the protocol reaches the consumer, which says so. */
  readonly packetBytes: number
  /** Largest packet before a gateway has signed in, bytes. */
  readonly connectBytes: number
  /** Messages per second that one gateway may publish for long, and how many at once; above it they wait, and their sender with them. */
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly connections: number
  /** Refusals that an address may cause at once, and how many it wins back per second. */
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

/** A token bucket that lends: how long (ms) the taker has to wait for its token. */
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
