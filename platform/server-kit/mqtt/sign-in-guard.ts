import { createBucket } from './limits.ts'

const FREE = 3
const FIRST_WAIT = 1000
const LONGEST_WAIT = 300_000
const REMEMBERED = 20_000

export interface SignInGuard {
  /** May this address try this gateway's secret now? */
  readonly admits: (ip: string, gateway: string) => boolean
  readonly failed: (ip: string, gateway: string) => void
  readonly succeeded: (ip: string, gateway: string) => void
}

/**
 * Slows the guessing of secrets. An address that keeps failing for one gateway waits 1, 2, 4 … 300 s between tries; an address that
 * fails for many waits for its refusals to drain. Others behind the same address (a carrier's NAT) are not shut out by one broken box.
 */
export const createSignInGuard = (given: { now: () => number; refusalsAtOnce: number; refusalsPerSecond: number }): SignInGuard => {
  const pairs = new Map<string, { failures: number; until: number }>()
  const addresses = new Map<string, ReturnType<typeof createBucket>>()
  const pairOf = (ip: string, gateway: string): string => `${ip} ${gateway}`
  const bounded = <V>(map: Map<string, V>): void => {
    const oldest = map.size > REMEMBERED ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
  }
  return {
    admits: (ip, gateway) => {
      const pair = pairs.get(pairOf(ip, gateway))
      if (pair && pair.until > given.now()) return false
      const address = addresses.get(ip)
      return !address || address.left() >= 1
    },
    failed: (ip, gateway) => {
      const key = pairOf(ip, gateway)
      const failures = (pairs.get(key)?.failures ?? 0) + 1
      const wait = failures < FREE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - FREE))
      pairs.delete(key)
      pairs.set(key, { failures, until: given.now() + wait })
      bounded(pairs)
      const address = addresses.get(ip) ?? createBucket(given.refusalsPerSecond, given.refusalsAtOnce, given.now)
      address.take()
      addresses.delete(ip)
      addresses.set(ip, address)
      bounded(addresses)
    },
    succeeded: (ip, gateway) => {
      pairs.delete(pairOf(ip, gateway))
    },
  }
}
