import { isRoute } from '@lamplight/devices/model'
import type { Platform, Query } from '@lamplight/server-kit'
import { type ExpectedEffect, replaces } from '../model/index.ts'
import { driversPort } from './drivers-ports.ts'
import { LANE, type Lane } from './lane.ts'
import type { Opened, Outcome, PackKey, PackToSend } from './ledger-types.ts'
import { OLDER } from './ledger-work.ts'
import type { Movements } from './movements.ts'
import { loadPacks, type PlaceRow, placesOf } from './pack.ts'
import { DEVICES, FREE, FREE_ROUTES, type Lease, OPEN, OPEN_FOR, OPENING, takeSql } from './packing.ts'

const NOBODY = (now: Date): Lease => ({ owner: null, now, next: now, until: now, look: now })
const NOTHING: Outcome = { heads: [], unmatched: [] }

interface DeviceRow extends Omit<PackToSend, 'sns' | 'heads' | 'batchId' | 'gatewaySn'> {
  readonly gateway_sn: string
  readonly sns: string
  readonly heads: string
  readonly whole: boolean
}

/** Opening takes gateways of a fresh batch into work and ends older orders to the same devices as superseded. */
export const createOpening = (
  { clock, port }: Pick<Platform, 'clock' | 'port'>,
  { effectIn, lockPlaces, load, moveAll, settle, endWork }: Movements,
) => {
  /** Returns the routes among the gateways to which their drivers can send now. */
  const freeRoutes = (gatewaySns: readonly string[]): string[] => {
    const routes = gatewaySns.filter(isRoute)
    return routes.length > 0 ? port(driversPort).free(routes) : []
  }
  /** Ends the orders of older batches at the places `older` as superseded, for devices of the fresh places, if the fresh order replaces theirs. */
  const supersede = async (query: Query, fresh: readonly PackKey[], older: readonly PackKey[], batchId: string): Promise<Outcome> => {
    const moving = older.length > 0 ? await lockPlaces(query, older) : null
    const effect = moving && (await effectIn(query, batchId))
    if (!moving || !effect) return NOTHING
    const replaced = older.filter((place) => replaces(effect, moving.batches.get(place.batchId) as ExpectedEffect))
    if (replaced.length === 0) return NOTHING
    const [news, packs] = await Promise.all([
      loadPacks(query, fresh, ['device_ids', 'heads']),
      load(moving, replaced, ['device_ids', 'heads']),
    ])
    const meant = new Map<string, number>()
    for (const pack of news) for (const [at, id] of pack.deviceIds().entries()) meant.set(id, pack.heads()[at] ?? 0)
    moveAll(moving, packs, { kind: 'supersede' }, false, (item, { deviceIds, heads }, at) => {
      const head = item.watch ? meant.get(deviceIds()[at] as string) : undefined
      return head !== undefined && (head === heads()[at] || head === 0 || heads()[at] === 0)
    })
    const outcome = await settle(moving)
    await endWork(query, packs)
    return outcome
  }
  /** Returns the devices of opened packs that must be sent to, without those that a newer batch has superseded. */
  const unansweredOf = async (query: Query, batchId: string, rows: readonly DeviceRow[]): Promise<PackToSend[]> => {
    const parts = rows.filter((row) => !row.whole).map((row) => ({ batchId, gatewaySn: row.gateway_sn }))
    const packs = new Map((parts.length > 0 ? await loadPacks(query, parts, []) : []).map((pack) => [pack.gatewaySn, pack]))
    return rows.map((row) => {
      const sns = row.sns.split(',')
      const heads = row.heads.split(',').map(Number)
      const items = packs.get(row.gateway_sn)?.items
      const silent = items ? items.flatMap(({ rung, status }, at) => (rung < 2 && status <= 1 ? [at] : [])) : sns.map((_, at) => at)
      return {
        ...row,
        batchId,
        gatewaySn: row.gateway_sn,
        sns: silent.map((at) => sns[at] as string),
        heads: silent.map((at) => heads[heads.length === 1 ? 0 : at] as number),
      }
    })
  }

  /**
   * Opens at most `most` fresh gateways of the newest or the oldest batch of a lane. Returns their number, and the devices of those that the lease's owner
   * now holds. Ends the orders of older batches to the same devices as superseded, opened or not, if this batch replaces them. It waits only for
   * locks of batches older than its own, so that no deadlock can arise.
   */
  return async (
    query: Query,
    most: number,
    lease: Lease = NOBODY(new Date(clock.now())),
    from: 'newest' | 'oldest' = 'oldest',
    lane: Lane = LANE.operators,
  ): Promise<Opened> => {
    const [[opening], rows] = await Promise.all([
      query<{ mine: boolean }>(OPENING),
      query<PlaceRow & { expire_at: Date }>(takeSql(from), [most, lane]),
    ])
    const [first] = rows
    if (!opening?.mine || !first) return { ...NOTHING, n: 0, taken: [] }
    const fresh = placesOf(rows)
    const batchId = first.batch_id
    const gateways = fresh.map((place) => place.gatewaySn)
    const inTime = lease.owner !== null && first.expire_at > lease.now
    const [older, free] = await Promise.all([
      query<PlaceRow>(OLDER, [batchId, gateways]),
      inTime ? query<{ sn: string }>(FREE, [gateways, lease.now, lease.owner]) : [],
    ])
    const routes = inTime ? freeRoutes(gateways) : []
    const freeToo = routes.length > 0 ? await query<{ sn: string }>(FREE_ROUTES, [routes, lease.now, lease.owner]) : []
    const outcome = await supersede(query, fresh, placesOf(older), batchId)
    const mine = new Set([...free, ...freeToo].map(({ sn }) => sn))
    const others = gateways.filter((sn) => !mine.has(sn))
    if (others.length > 0) await query(OPEN, [batchId, others])
    if (mine.size === 0) return { ...outcome, n: fresh.length, taken: [] }
    const [, found] = await Promise.all([
      query(OPEN_FOR, [batchId, [...mine], lease.owner, lease.next, lease.until, lease.look]),
      query<DeviceRow>(DEVICES, [batchId, [...mine]]),
    ])
    return { ...outcome, n: fresh.length, taken: await unansweredOf(query, batchId, found) }
  }
}
