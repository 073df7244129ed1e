import type { Log } from './platform-types.ts'
import type { Query } from './query.ts'

const LEASE_MS = 6000
const RENEW_MS = 2000
const WATCH_MS = 250

/** Free, our own, run out, or left by a clock that has jumped back since. */
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
 * What only one process of a database does: `gain` begins it and answers how to end it. Held by a row that is renewed every two seconds; a process that
 * dies or stands still loses it after six, one that leaves gives it back. Time is the database's; that of holding, this process's own and monotonic.
 */
export const keepLease = (given: {
  query: Query
  log: Log
  name: string
  owner: string
  gain: () => Promise<() => Promise<void>>
}): Lease => {
  const { query, log, name, owner } = given
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
    const asked = performance.now()
    const [row] = await query<{ owner: string }>(TAKE, [name, owner, LEASE_MS]).catch(() => [undefined])
    if (row) until = asked + LEASE_MS
    if (performance.now() < until) {
      if (!end && !stopped) {
        log.info('lease taken', { name })
        end = await given.gain()
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
  // A database that does not answer must not keep us in an office that another holds by now.
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
