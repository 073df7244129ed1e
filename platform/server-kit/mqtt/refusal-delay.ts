import { createBucket } from './limits.ts'

const LONGEST_MS = 5000
const REMEMBERED = 20_000

/**
 * Returns how long the answer to a wrong secret is delayed, ms, by address: not for the first `refusalsAtOnce`, then until the address has
 * regained a refusal, at most 5 s. Correct secrets are never delayed: one address (a carrier's NAT) may serve many gateways.
 */
export const createRefusalDelay = (options: {
  now: () => number
  refusalsAtOnce: number
  refusalsPerSecond: number
}): ((ip: string) => number) => {
  const addresses = new Map<string, ReturnType<typeof createBucket>>()
  return (ip) => {
    const bucket = addresses.get(ip) ?? createBucket(options.refusalsPerSecond, options.refusalsAtOnce, options.now)
    // Moves the address to the end of the map, so that the address that failed longest ago is removed first.
    addresses.delete(ip)
    addresses.set(ip, bucket)
    const [oldest] = addresses.size > REMEMBERED ? addresses.keys() : []
    if (oldest !== undefined) addresses.delete(oldest)
    return Math.min(LONGEST_MS, bucket.take())
  }
}
