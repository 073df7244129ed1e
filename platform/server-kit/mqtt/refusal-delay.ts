import { createBucket } from './limits.ts'

const LONGEST_MS = 5000
const REMEMBERED = 20_000

/**
 * How long (ms) the answer to a wrong secret is held back, by address: nothing for the first `refusalsAtOnce`, then as long as the address needs to win
 * a refusal back, at most 5 s. Right secrets are never held back: behind one address (a carrier's NAT) there may be many gateways.
 */
export const createRefusalDelay = (given: {
  now: () => number
  refusalsAtOnce: number
  refusalsPerSecond: number
}): ((ip: string) => number) => {
  const addresses = new Map<string, ReturnType<typeof createBucket>>()
  return (ip) => {
    const bucket = addresses.get(ip) ?? createBucket(given.refusalsPerSecond, given.refusalsAtOnce, given.now)
    // The address that failed last is the last to be forgotten.
    addresses.delete(ip)
    addresses.set(ip, bucket)
    const [oldest] = addresses.size > REMEMBERED ? addresses.keys() : []
    if (oldest !== undefined) addresses.delete(oldest)
    return Math.min(LONGEST_MS, bucket.take())
  }
}
