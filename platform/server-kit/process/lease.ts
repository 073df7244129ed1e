import type { Query } from '../database/query.ts'
import type { Log } from '../platform-types.ts'

const LEASE_MS = 6000
const RENEW_MS = 2000
const WATCH_MS = 250

/** Takes the lease if it is free, already our own, expired, or ends too far in the future because the clock has been set back. */
const TAKE = `
  insert into kit_lease (name, owner, until) values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  on conflict (name) do update set owner = excluded.owner, until = excluded.until
  where kit_lease.owner = excluded.owner or kit_lease.until < clock_timestamp() or kit_lease.until > clock_timestamp() + $3 * interval '2 ms'
  returning owner`

export interface Lease {
  readonly held: () => boolean
  readonly stop: () => Promise<void>
}

/**
 * Runs work that only one process of a database may do: calls `gain` when this process gets the lease; `gain` returns the function that ends the
 * work. The lease is a row renewed every two seconds. It expires after six if the process dies or hangs, and is released when the process stops.
 * Expiry uses the database's clock; the holder checks its own lease by its monotonic clock.
 */
export const keepLease = (options: {
  query: Query
  log: Log
  name: string
  owner: string
  gain: () => Promise<() => Promise<void>>
}): Lease => {
  const { query, log, name, owner } = options
  let end: (() => Promise<void>) | undefined
  let until = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const yieldIt = async (): Promise<void> => {
    const ended = end
    end = undefined
    await ended?.().catch((thrown: unknown) => log.error('ending failed', { name, why: String(thrown) }))
  }
  const look = async (): Promise<void> => {
    const requestedAt = performance.now()
    const [row] = await query<{ owner: string }>(TAKE, [name, owner, LEASE_MS]).catch(() => [undefined])
    if (row) until = requestedAt + LEASE_MS
    if (performance.now() < until) {
      if (!end && !stopped) {
        log.info('lease taken', { name })
        end = await options.gain()
      }
    } else await yieldIt()
  }
  const turn = async (): Promise<void> => {
    await look().catch((thrown: unknown) => log.error('lease failed', { name, why: String(thrown) }))
    if (!stopped) timer = setTimeout(again, RENEW_MS)
  }
  const again = (): void => {
    running = turn()
  }
  let running = turn()
  // Ends the work at expiry even if the database does not answer, because another process may hold the lease by then.
  const watch = setInterval(() => {
    if (end && performance.now() >= until) void yieldIt()
  }, WATCH_MS)

  return {
    held: () => end !== undefined,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(watch)
      await running
      await yieldIt()
      await query('delete from kit_lease where name = $1 and owner = $2', [name, owner]).catch(() => undefined)
    },
  }
}
