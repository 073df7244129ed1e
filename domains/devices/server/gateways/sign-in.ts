import type { MqttPort, Platform, Query } from '@lamplight/server-kit'
import type { IngestCache } from '../ingest/known.port.ts'
import type { RefusalReason, Refusals } from '../rejected/refusals.ts'
import { type Credentials, createCredentials, type Kept } from './credentials.ts'

const SHORTEST_SECRET = 16
const HOUR_MS = 3_600_000

/** A gateway with this number and its stored credential. Rows of several tenants may have the number; one of them holds it (`holds`). */
interface Candidate extends Kept {
  readonly id: string
  readonly sn: string
  readonly tenant_id: string
  readonly status: number | null
  readonly holds: boolean
  readonly proven: boolean
  readonly last_ip: string
}

const CANDIDATES = `
select upper(g.sn) as key, g.id, g.sn, g.tenant_id, g.status, g.holds_sn as holds, coalesce(c.hash, '') as hash, coalesce(c.quick, '') as quick,
  coalesce(c.claim, '') as claim, c.proven_at is not null as proven, coalesce(c.last_ip, '') as last_ip
from devices_gateway g left join devices_credential c on c.gateway_id = g.id
where upper(g.sn) = any($1) and not g.is_deleted order by g.holds_sn desc, g.id`

/**
 * Collects keys while a query runs and loads them with the next one. When all gateways of a city reconnect after an outage, this costs tens of queries.
 */
const createGathering = <V>(load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) => {
  let gathered = new Map<string, ((row: Promise<V | undefined>) => void)[]>()
  let running = false
  const run = async (): Promise<void> => {
    running = true
    while (gathered.size > 0) {
      const batch = gathered
      gathered = new Map()
      const rows = load([...batch.keys()])
      for (const [key, settle] of batch) for (const one of settle) one(rows.then((found) => found.get(key)))
      await rows.catch(() => undefined)
    }
    running = false
  }
  return (key: string): Promise<V | undefined> =>
    new Promise<V | undefined>((resolve) => {
      gathered.set(key, [...(gathered.get(key) ?? []), resolve])
      if (!running) queueMicrotask(() => void (running || run()))
    })
}

/** Limits new serial numbers per hour, in total and by address. An unused one can be given back. */
const createBudget = (perHour: number, perAddress: number) => {
  let started = performance.now()
  let used = new Map<string, number>()
  let all = 0
  return {
    take: (ip: string): boolean => {
      if (performance.now() - started > HOUR_MS) {
        started = performance.now()
        used = new Map()
        all = 0
      }
      const own = used.get(ip) ?? 0
      if (all >= perHour || own >= perAddress) return false
      all += 1
      used.set(ip, own + 1)
      return true
    },
    giveBack: (ip: string): void => {
      const own = used.get(ip) ?? 0
      if (own === 0) return
      all -= 1
      used.set(ip, own - 1)
    },
  }
}

/** Transfers the serial number to a tenant's gateway that has proven it, from a gateway that did not prove it or is unassigned. */
const takeOver = async (query: Query, winner: Candidate, holder: Candidate): Promise<void> => {
  await query('update devices_gateway set holds_sn = false where id = $1', [holder.id])
  if (holder.status !== 1) await query('update devices_gateway set is_deleted = true, update_time = now() where id = $1', [holder.id])
  await query('update devices_gateway set holds_sn = true where id = $1', [winner.id])
}

const keepSecret = async (query: Query, gatewayId: string, kept: Kept): Promise<void> => {
  await query('update devices_credential set hash = $2, quick = $3, claim = $4 where gateway_id = $1', [
    gatewayId,
    kept.hash,
    kept.quick,
    kept.claim,
  ])
}

type Verdict = { readonly fits: true } | { readonly fits: false; readonly why: RefusalReason | 'later' }
const refused = (why: RefusalReason | 'later'): Verdict => ({ fits: false, why })
const FITS: Verdict = { fits: true }

const reasonOf = (sn: string, holder: Candidate): RefusalReason => {
  if (holder.sn !== sn) return 'case'
  if (holder.hash !== '') return 'secret'
  return holder.claim === '' ? 'unpaired' : 'claim'
}

const createJudge = (platform: Platform, known: IngestCache, credentials: Credentials, refusals: Refusals) => {
  const { system, log, config } = platform
  const budget = createBudget(config.number('TRUST_NEW_PER_HOUR', 1000), config.number('TRUST_NEW_PER_ADDRESS', 200))
  const candidatesOf = createGathering(async (keys) =>
    Map.groupBy(await system.query<Candidate & { key: string }>(CANDIDATES, [keys]), ({ key }) => key),
  )

  /** If two devices sign in first at the same time, the second finds the number in use. */
  const trust = async (sn: string, secret: string, ip: string): Promise<Verdict> => {
    if (secret.length < SHORTEST_SECRET) return refused('short')
    if (!budget.take(ip)) return refused('budget')
    const usedAt = new Date(platform.clock.now())
    const kept = await credentials.keep(sn, secret)
    const made = await system.tx(async (query) => {
      const [row] = await query<{ id: string; holds: boolean }>(
        `insert into devices_gateway (id, tenant_id, sn, status, online, children) values ($1, '000000', $2, 0, false, 0)
         on conflict do nothing returning id, holds_sn as holds`,
        [platform.newId(), sn],
      )
      if (!row?.holds) {
        if (row) await query('delete from devices_gateway where id = $1', [row.id])
        return false
      }
      await query(
        // Refusals use this clock too. With the database's clock a refusal some milliseconds later could seem earlier than the first use.
        `insert into devices_credential (gateway_id, hash, quick, claim, first_ip, last_ip, last_at, proven_at, create_time)
         values ($1, $2, $3, $4, $5, $5, now(), now(), $6)`,
        [row.id, kept.hash, kept.quick, kept.claim, ip, usedAt],
      )
      return true
    })
    if (!made) {
      budget.giveBack(ip)
      return refused('secret')
    }
    known.forget([sn])
    log.info('unknown gateway trusted on first use', { gateway: sn, ip })
    return FITS
  }

  /** Writes what the first sign-in or a changed one needs; most sign-ins write nothing. */
  const welcome = async (sn: string, secret: string, ip: string, row: Candidate, holder: Candidate, stale: boolean): Promise<void> => {
    if (row.last_ip !== ip) refusals.moved(row.id, ip, platform.clock.now())
    if (!stale && row.proven && row === holder) return
    const kept = stale ? await credentials.keep(sn, secret) : undefined
    await system.tx(async (query) => {
      if (kept) await keepSecret(query, row.id, kept)
      await query('update devices_credential set proven_at = coalesce(proven_at, now()) where gateway_id = $1', [row.id])
      if (row !== holder) await takeOver(query, row, holder)
    })
    known.forget([sn])
  }

  return async (sn: string, secret: string, ip: string): Promise<Verdict> => {
    const rows = await candidatesOf(sn.toUpperCase())
    const holder = rows?.find(({ holds }) => holds)
    if (!rows || !holder) return trust(sn, secret, ip)
    for (const row of rows) {
      if (row.sn !== sn) continue
      const { fit, stale } = await credentials.fit(sn, row, secret)
      if (fit === 'later') return refused('later')
      if (fit === null) continue
      if (row !== holder && holder.status === 1 && holder.proven) return refused('held')
      await welcome(sn, secret, ip, row, holder, stale)
      return FITS
    }
    return refused(reasonOf(sn, holder))
  }
}

/**
 * Decides which sign-ins the broker accepts. A gateway signs in with its secret; after a claim code was entered, with the secret of that code. A serial
 * number that nobody has entered is trusted on first use: its secret (16 characters or more) is stored, and the gateway is listed as unregistered until an
 * administrator assigns it. The number of such gateways per hour is limited (docs/adr/0005). Numbers that differ only in upper and lower case are equal. If
 * several tenants entered a number, the one whose secret or claim code matches gets it. Every refusal is stored with its address.
 */
export const createSignIn = (platform: Platform, known: IngestCache, refusals: Refusals): Parameters<MqttPort['authenticate']>[0] => {
  const judge = createJudge(platform, known, createCredentials(platform), refusals)
  platform.mqtt.onMisnamed?.((sn, ip) => refusals.keep(sn, ip, 'names', platform.clock.now()))
  return async (sn, secret, ip) => {
    const verdict = await judge(sn, secret, ip)
    if (verdict.fits) return true
    if (verdict.why === 'later') return 'later'
    refusals.keep(sn, ip, verdict.why, platform.clock.now())
    return false
  }
}
