import type { User } from '../context-types.ts'
import type { Platform } from '../platform-types.ts'

/** Project and area of a thing, for users who see only some projects or areas of their tenant. */
export type RowPlace = readonly [projectId: string | null, areaId: string | null]
export interface LiveTopic {
  /** Permission code that a user needs to subscribe, or `signed-in`. */
  readonly permission: string
  /** Filters the receivers of a push; default: all subscribers. Gathered changes are filtered by `table`, `makerOf` and `placesOf` instead. */
  readonly mayReceive?: (user: User, payload: Readonly<Record<string, unknown>>) => boolean
  /**
   * Table of the rows that the changes are about. A user with a data scope on this table receives no
   * changes of the topic and reads lists instead.
   */
  readonly table?: string
  /** Merges two changes of one key in one push. Default: the later change replaces the earlier one. */
  readonly merge?: (earlier: unknown, later: unknown) => unknown
  /**
   * Returns the user who caused a push or the value of a change. Users limited to projects or areas, or by a data scope on
   * `table`, receive only what they caused themselves.
   */
  readonly makerOf?: (content: Readonly<Record<string, unknown>>) => unknown
  /** Returns the places of the things with these keys, several for a key of several things. Without it, everybody with the permission receives the changes. */
  readonly placesOf?: (platform: Platform, keys: readonly string[]) => Promise<Iterable<readonly [key: string, place: RowPlace]>>
}
/** The changes of one topic that are sent together: pairs of key and value. */
export type Changes = readonly (readonly [key: string, value: unknown])[]
type Cut = 'project' | 'area'
/** Ids of the projects and areas that a user sees; null: all. Users with the same view have the same `name`. */
interface Sight {
  readonly at: number
  readonly name: string
  readonly project: ReadonlySet<string> | null
  readonly area: ReadonlySet<string> | null
}

/** Cached places of one kind of topic, and the time since which they were read. */
interface KnownPlaces {
  readonly since: number
  readonly at: Map<string, string>
  renewing: boolean
}

const PLACE_KEPT_MS = 15_000
const RENEW_AT_ONCE = 2000
const PLACES_AT_MOST = 500_000
const SIGHT_KEPT_MS = 2000

/** The kind of a topic, which is its name without the id at its end: `batch:123` has the kind `batch:`. */
const kindOf = (topic: string): string => {
  const at = topic.indexOf(':')
  return at < 0 ? topic : topic.slice(0, at + 1)
}
const placeName = ([projectId, areaId]: RowPlace): string => `${projectId ?? ''}:${areaId ?? ''}`
/** Adds places to the cache. The places of one key stand together, separated by bars. */
const addPlaces = (at: Map<string, string>, found: Iterable<readonly [key: string, place: RowPlace]>): void => {
  for (const [key, place] of found) at.set(key, [at.get(key), placeName(place)].filter(Boolean).join('|'))
}

/**
 * Decides which user receives which changes of a topic. The user needs the permission of the topic; a user limited by
 * grants to projects or areas receives only changes of things in those places. A new grant takes effect within two
 * seconds, the new place of a moved thing within fifteen.
 */
export const createAudience = (options: { topics: Readonly<Record<string, LiveTopic>>; platform: () => Platform }) => {
  const places = new Map<string, KnownPlaces>()
  let sights = new Map<string, Sight>()

  /** Reads what these users see and writes it into the given cache, also if `forget` has replaced the cache meanwhile. */
  const lookAnew = async (keysToLoad: readonly User[], into: Map<string, Sight>): Promise<void> => {
    const now = performance.now()
    const rows = await options
      .platform()
      .system.query<{ user_id: string; kind: Cut; ids: string[] }>(
        `select user_id, kind, array_agg(ref_id::text order by ref_id) as ids from identity_grant where user_id = any($1::bigint[]) group by 1, 2`,
        [keysToLoad.map(({ id }) => id)],
      )
    const found = new Map(rows.map((row) => [`${row.user_id} ${row.kind}`, row.ids]))
    for (const { id, cut } of keysToLoad) {
      const idsOf = (kind: Cut, is: boolean) => (is ? new Set(found.get(`${id} ${kind}`)) : null)
      const [project, area] = [idsOf('project', cut.projects), idsOf('area', cut.areas)]
      if ((into.get(id)?.at ?? now) <= now)
        into.set(id, { at: now, name: [project, area].map((set) => (set ? [...set].join() : '*')).join('|'), project, area })
    }
  }
  let looking = false
  /**
   * Returns what these users see, with one query for all that are not cached. Entries are renewed
   * before they expire, so that changes rarely wait.
   */
  const look = async (users: readonly User[]): Promise<ReadonlyMap<string, Sight>> => {
    const now = performance.now()
    const known = sights
    const olderThan = (ms: number) => users.filter(({ id }) => now - (known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > ms)
    const missing = olderThan(SIGHT_KEPT_MS)
    if (missing.length > 0) await lookAnew(missing, known)
    const ageing = looking || missing.length > 0 ? [] : olderThan(SIGHT_KEPT_MS / 2)
    if (ageing.length > 0) {
      looking = true
      // After a failed renewal the entries are read again once they expire.
      void lookAnew(ageing, known)
        .catch(() => undefined)
        .finally(() => {
          looking = false
        })
    }
    return known
  }
  /** Reads all cached places again, in parts, while changes are still delivered. */
  const renew = async (kind: string, { placesOf }: LiveTopic, known: KnownPlaces): Promise<void> => {
    if (!placesOf) return
    const fresh: KnownPlaces = { since: performance.now(), at: new Map(), renewing: false }
    const keys = [...known.at.keys()]
    for (let from = 0; from < keys.length; from += RENEW_AT_ONCE) {
      const part = keys.slice(from, from + RENEW_AT_ONCE)
      for (const key of part) fresh.at.set(key, '')
      addPlaces(fresh.at, await placesOf(options.platform(), part))
    }
    if (places.get(kind) === known) places.set(kind, fresh)
  }
  const placesFor = async (kind: string, topic: LiveTopic, keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const age = performance.now() - (places.get(kind)?.since ?? Number.NEGATIVE_INFINITY)
    const full = (places.get(kind)?.at.size ?? 0) > PLACES_AT_MOST
    if (age > PLACE_KEPT_MS || full) places.set(kind, { since: performance.now(), at: new Map(), renewing: false })
    const known = places.get(kind) as KnownPlaces
    if (age > PLACE_KEPT_MS / 2 && known.at.size > 0 && !known.renewing) {
      known.renewing = true
      renew(kind, topic, known).catch(() => undefined)
    }
    const keysToLoad = keys.filter((key) => !known.at.has(key))
    if (keysToLoad.length > 0 && topic.placesOf) {
      for (const key of keysToLoad) known.at.set(key, '')
      addPlaces(known.at, await topic.placesOf(options.platform(), keysToLoad))
    }
    return known.at
  }
  const sees = ({ project, area }: Sight, places: string): boolean =>
    places.split('|').some((place) => {
      const [projectId = '', areaId = ''] = place.split(':')
      return (!project || project.has(projectId)) && (!area || area.has(areaId))
    })

  const isScoped = ({ scopes }: User, topic: string): boolean => scopes?.tables.has(options.topics[kindOf(topic)]?.table ?? '') === true
  const isLimited = (user: User, topic: string): boolean => user.cut.projects || user.cut.areas || isScoped(user, topic)
  const isOf = ({ id }: User, topic: string, content: unknown): boolean =>
    options.topics[kindOf(topic)]?.makerOf?.(content as Readonly<Record<string, unknown>>) === id

  return {
    mayHear: (user: User, topic: string): boolean => {
      const kind = options.topics[kindOf(topic)]
      return kind !== undefined && (kind.permission === 'signed-in' || user.permissions.has(kind.permission))
    },
    /** Returns true if this push is for the user, who has the permission of the topic. */
    mayReceive: (user: User, topic: string, payload: object): boolean => {
      const kind = options.topics[kindOf(topic)]
      if (kind?.makerOf && !('changes' in payload) && isLimited(user, topic) && !isOf(user, topic, payload)) return false
      return kind?.mayReceive?.(user, payload as Readonly<Record<string, unknown>>) ?? true
    },
    mergeOf: (topic: string): LiveTopic['merge'] => options.topics[kindOf(topic)]?.merge,
    /** Returns true if the user receives all changes of the topic unfiltered. */
    whole: (user: User, topic: string): boolean => {
      const kind = options.topics[kindOf(topic)]
      if (kind?.makerOf) return !isLimited(user, topic)
      return !isScoped(user, topic) && (!kind?.placesOf || !(user.cut.projects || user.cut.areas))
    },
    /**
     * Returns a function that gives each user their part of the changes. Users with the same view get
     * the same array; it is empty if they see nothing.
     */
    parted: async (topic: string, changes: Changes, users: readonly User[]): Promise<(user: User) => Changes> => {
      const kind = options.topics[kindOf(topic)] as LiveTopic
      if (kind.makerOf) return (user) => changes.filter(([, value]) => isOf(user, topic, value))
      const seen = await look(users)
      const at = await placesFor(
        kindOf(topic),
        kind,
        changes.map(([key]) => key),
      )
      const byPlace = new Map<string, (readonly [string, unknown])[]>()
      for (const change of changes) {
        const place = at.get(change[0]) ?? ''
        const there = byPlace.get(place)
        if (there) there.push(change)
        else byPlace.set(place, [change])
      }
      const bySight = new Map<string, Changes>()
      return (user) => {
        const sight = seen.get(user.id)
        if (!sight || isScoped(user, topic)) return []
        const made = bySight.get(sight.name) ?? [...byPlace].filter(([place]) => sees(sight, place)).flatMap(([, there]) => there)
        bySight.set(sight.name, made)
        return made
      }
    },
    forget: (): void => {
      sights = new Map()
    },
  }
}
