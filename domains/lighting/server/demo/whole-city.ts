import { setImmediate as turn } from 'node:timers/promises'
import { createIdIndex, type IdIndex, lampPacketParts, packLampBlocks } from '@lamplight/lamp-packet'
import type { Platform, Query, User } from '@lamplight/server-kit'
import { type PackedStart, packStart } from '../import/gzip-parts.ts'

/**
 * A tenant's lamps as a packet (platform/lamp-packet) in two parts: `places`, and the rest compressed. The cache writes later positions into the
 * same `places`, so callers must copy it before they await anything.
 */
export interface PackedCity {
  readonly places: Uint8Array
  readonly packed: PackedStart
  readonly looks: Uint8Array
}

/** Version of a reading, by which later changes are found. */
interface CacheStamp {
  /** Oldest running transaction at the time of the reading (PostgreSQL xid). */
  readonly at: string
  /** Start time of the database: transaction ids of another start are not comparable. */
  readonly born: string
  /** Checksum of the ids; it changes when rows are added or removed. */
  readonly sum: string
}
interface City {
  readonly parts: ReturnType<typeof lampPacketParts>
  packed: PackedStart
  readonly index: IdIndex
  /** Indexes in the packet of lamps without a device. */
  readonly bare: ReadonlySet<number>
  lamps: CacheStamp
  states: CacheStamp
}

const KEPT_MS = 1_800_000
/** Largest number of cached lamps of all tenants together, about 35 bytes each. */
const LAMPS_AT_MOST = 3_000_000
/** If more lamps have changed since the last reading, the whole city is read. */
const EDITS_AT_MOST = 5_000
/** The same limit for lamps without a device, which are not in the index: each is searched for among all ids. */
const BARE_EDITS_AT_MOST = 50
const INACTIVE = 5
const NOTHING = Buffer.alloc(0)

const SEEN = (sum: string): string =>
  `pg_snapshot_xmin(pg_current_snapshot())::xid::text as at, pg_postmaster_start_time()::text as born, ${sum}::text as sum`
const LAMP_SUM = "count(*) filter (where shown) || ' ' || coalesce(sum(hashint8(map_id)) filter (where shown), 0)"
const DEVICE_SUM = 'coalesce(bit_xor(hashint8extended(device_id, 0)), 0)'
// The xmin of a row is the transaction that wrote it: the condition finds rows that may have been written after $1. Additional rows do no harm.
const YOUNG = 'age(xmin) <= age($1::text::xid)'

// The database packs the lamps: a million rows as objects would cost seconds and hundreds of megabytes here.
const LAMPS = `select ${SEEN(LAMP_SUM)}, count(*) filter (where shown)::int as n,
    string_agg(int8send(map_id), '') filter (where shown) as ids,
    string_agg(int4send(round(lng * 1e7)::int), '') filter (where shown) as lng, string_agg(int4send(round(lat * 1e7)::int), '') filter (where shown) as lat
  from (select case when controller_id is null then -id else controller_id end as map_id, lng, lat,
      not is_deleted and lng is not null and lat is not null as shown from lighting_lamp) l`
const LAMPS_SINCE = `select ${SEEN(LAMP_SUM)}, count(*) filter (where young and shown)::int as n,
    string_agg(int8send(map_id), '') filter (where young and shown) as ids,
    string_agg(int4send(round(lng * 1e7)::int), '') filter (where young and shown) as lng,
    string_agg(int4send(round(lat * 1e7)::int), '') filter (where young and shown) as lat
  from (select case when controller_id is null then -id else controller_id end as map_id, lng, lat,
      not is_deleted and lng is not null and lat is not null as shown, ${YOUNG} as young from lighting_lamp) l`
const STATES = `select ${SEEN(DEVICE_SUM)}, string_agg(int8send(device_id), '') as ids, string_agg(int2send(look), '') as looks
  from (select device_id, (state * 256 + coalesce(dim, 0))::smallint as look from devices_states) s`
const STATES_SINCE = `select ${SEEN(DEVICE_SUM)}, string_agg(int8send(device_id), '') filter (where young) as ids, string_agg(int2send(look), '') filter (where young) as looks
  from (select device_id, (state * 256 + coalesce(dim, 0))::smallint as look, ${YOUNG} as young from devices_states) s`

type LampRow = CacheStamp & { n: number; ids: Buffer | null; lng: Buffer | null; lat: Buffer | null }
type StateRow = CacheStamp & { ids: Buffer | null; looks: Buffer | null }

const one = async <R extends object>(query: Query, sql: string, params?: readonly unknown[]): Promise<R> =>
  (await query<R>(sql, params))[0] as R
const same = (a: CacheStamp, b: CacheStamp): boolean => a.born === b.born && a.sum === b.sum

const write = ({ parts: { state, dim }, index }: Pick<City, 'parts' | 'index'>, { ids, looks }: StateRow): void => {
  if (!ids || !looks) return
  for (let k = 0; 8 * k < ids.length; k++) {
    for (let i = index.at(ids.readUInt32BE(8 * k + 4), ids.readUInt32BE(8 * k)); i >= 0; i = index.twinOf(i)) {
      state[i] = looks[2 * k] as number
      dim[i] = looks[2 * k + 1] as number
    }
  }
}

/**
 * Writes the positions of changed lamps into the packet. Returns 'unclear' if too many have changed, or if lamps of one device have different
 * positions: the id does not tell them apart.
 */
const move = ({ parts, index, bare }: City, { n, ids, lng, lat }: LampRow): 'none' | 'some' | 'unclear' => {
  if (!n || !ids || !lng || !lat) return 'none'
  if (n > EDITS_AT_MOST) return 'unclear'
  let bareOnes = 0
  const moves: { i: number; east: number; north: number }[] = []
  for (let k = 0; k < n; k++) {
    const id = ids.readBigInt64BE(8 * k)
    const east = lng.readInt32BE(4 * k)
    const north = lat.readInt32BE(4 * k)
    let i = index.at(ids.readUInt32BE(8 * k + 4), ids.readUInt32BE(8 * k))
    if (id < 0n) {
      if (++bareOnes > BARE_EDITS_AT_MOST) return 'unclear'
      for (i = parts.ids.indexOf(-id); i >= 0 && !bare.has(i); ) i = parts.ids.indexOf(-id, i + 1)
    }
    if (i < 0) return 'unclear'
    const differs = (at: number): boolean => parts.lng[at] !== east || parts.lat[at] !== north
    const twin = id < 0n ? -1 : index.twinOf(i)
    if (twin < 0) {
      if (differs(i)) moves.push({ i, east, north })
      continue
    }
    for (let each = i; each >= 0; each = index.twinOf(each)) if (differs(each)) return 'unclear'
  }
  for (const { i, east, north } of moves) {
    parts.lng[i] = east
    parts.lat[i] = north
  }
  return moves.length > 0 ? 'some' : 'none'
}

/** Makes the negative ids of lamps without a device positive; returns their indexes. */
const bareOf = (ids: BigInt64Array): Set<number> => {
  const bare = new Set<number>()
  const high = new Int32Array(ids.buffer, ids.byteOffset, 2 * ids.length)
  for (let i = 0; i < ids.length; i++) {
    if ((high[2 * i + 1] as number) >= 0) continue
    ids[i] = -(ids[i] as bigint)
    bare.add(i)
  }
  return bare
}

/** Processes the first rows while the next ones are read, in steps, so that the event loop can answer other requests in between. */
const readCity = async (query: Query): Promise<City> => {
  const reading = one<StateRow>(query, STATES)
  reading.catch(() => undefined)
  const lamps = await one<LampRow>(query, LAMPS)
  await turn()
  const looks = Buffer.alloc(2 * lamps.n)
  for (let i = 0; i < looks.length; i += 2) looks[i] = INACTIVE
  const { n, ids, lng, lat } = lamps
  const parts = lampPacketParts(packLampBlocks({ n, ids: ids ?? NOTHING, lng: lng ?? NOTHING, lat: lat ?? NOTHING, looks }))
  await turn()
  const bare = bareOf(parts.ids)
  const packing = packStart(parts.places)
  packing.catch(() => undefined)
  await turn()
  const index = createIdIndex(parts.ids, bare)
  const states = await reading
  await turn()
  write({ parts, index }, states)
  const seen = ({ at, born, sum }: CacheStamp): CacheStamp => ({ at, born, sum })
  return { parts, index, bare, packed: await packing, lamps: seen(lamps), states: seen(states) }
}

/** Applies the changes since the last reading to a cached city. False: the whole city must be read. */
const bringUp = async (query: Query, city: City): Promise<boolean> => {
  const [lamps, states] = await Promise.all([
    one<LampRow>(query, LAMPS_SINCE, [city.lamps.at]),
    one<StateRow>(query, STATES_SINCE, [city.states.at]),
  ])
  if (!same(lamps, city.lamps) || !same(states, city.states)) return false
  const moved = move(city, lamps)
  if (moved === 'unclear') return false
  if (moved === 'some') city.packed = await packStart(city.parts.places)
  write(city, states)
  city.lamps = { at: lamps.at, born: lamps.born, sum: lamps.sum }
  city.states = { at: states.at, born: states.born, sum: states.sum }
  return true
}

/** Cache of one tenant's city: each call sees everything committed before it, and calls that wait for the same reading share it. */
const createKeeper = (query: Query) => {
  let city: City | undefined
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<PackedCity> | undefined
  const read = async (): Promise<PackedCity> => {
    waiting = undefined
    try {
      if (!city || !(await bringUp(query, city))) city = await readCity(query)
    } catch (error) {
      // The packet may contain new positions that `packed` lacks.
      city = undefined
      throw error
    }
    const { parts, packed } = city
    return { places: parts.places, packed, looks: parts.looks.slice() }
  }
  return {
    lamps: () => city?.parts.n ?? 0,
    get: (): Promise<PackedCity> => {
      if (!waiting) {
        waiting = running.then(read)
        running = waiting.catch(() => undefined)
      }
      return waiting
    },
  }
}
type Keeper = ReturnType<typeof createKeeper> & { timer?: NodeJS.Timeout }
const keepers = new WeakMap<Platform, Map<string, Keeper>>()
const keptOf = (platform: Platform): Map<string, Keeper> => {
  const kept = keepers.get(platform) ?? new Map<string, Keeper>()
  keepers.set(platform, kept)
  return kept
}

/**
 * All lamps of a tenant in their present states, for users who see all of them. Positions and states are cached and compared with the database
 * at each call; the cache keeps them for half an hour, for the tenants that called last.
 */
export const wholeCity = (platform: Platform, tenantId: string): Promise<PackedCity> => {
  const kept = keptOf(platform)
  const keeper: Keeper = kept.get(tenantId) ?? createKeeper(platform.asTenant(tenantId).query)
  clearTimeout(keeper.timer)
  keeper.timer = setTimeout(() => kept.delete(tenantId), KEPT_MS).unref()
  kept.delete(tenantId)
  kept.set(tenantId, keeper)
  let room = LAMPS_AT_MOST
  for (const [id, { lamps }] of [...kept].reverse()) {
    room -= lamps()
    if (room < 0 && id !== tenantId) kept.delete(id)
  }
  return keeper.get()
}

/** Returns true if the user sees the map of the whole tenant: neither grants nor data scopes limit it. */
export const seesWholeCity = ({ cut, scopes }: Pick<User, 'cut' | 'scopes'>): boolean =>
  !(cut.projects || cut.areas || scopes?.tables.has('lighting_lamp'))

/** Smaller cities are read fast enough without being prepared. */
const WORTH_WARMING = 50_000

/** Reads a large city in advance: the first call would wait a second or more for a million lamps. */
export const warmCity = async (platform: Platform, tenantId: string): Promise<void> => {
  if (keptOf(platform).has(tenantId)) return
  const { query } = platform.asTenant(tenantId)
  // Uses the stored total: counting would read the lamps of all tenants.
  const [large] = await query(
    "select from kit_counter where tenant_id = $1 and resource = 'lighting_lamp' and project_id = -1 and area_id = -1 and n > $2",
    [tenantId, WORTH_WARMING],
  )
  if (large && !keptOf(platform).has(tenantId)) await wholeCity(platform, tenantId)
}
