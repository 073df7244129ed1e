import type { User } from './context-types.ts'
import type { Platform } from './platform-types.ts'

/** Where something stands, for people who see only some projects or areas of their tenant. */
export type Place = readonly [projectId: string | null, areaId: string | null]
export interface LiveTopic {
  /** Who may hear it: a permission code, or `signed-in`. */
  readonly permission: string
  /** Who of them hears this push, where it is not for all; of changes that are gathered the next two tell. */
  readonly hears?: (user: User, payload: Readonly<Record<string, unknown>>) => boolean
  /** The table of the rows that changes tell of: whom a data scope cuts there hears of none of them, and reads what is theirs in lists. */
  readonly table?: string
  /** Merges two changes of one key in one push. Default: the later change replaces the earlier one. */
  readonly merge?: (earlier: unknown, later: unknown) => unknown
  /**
   * User who made what a push, or the value of a change, tells of. People limited to projects or areas, or by a data scope on `table`, hear only
   * of what they made themselves.
   */
  readonly makerOf?: (told: Readonly<Record<string, unknown>>) => unknown
  /** Where the things behind the keys of changes stand; without it a change has no place and everybody with the permission hears it. */
  readonly placesOf?: (platform: Platform, keys: readonly string[]) => Promise<Iterable<readonly [key: string, place: Place]>>
}
/** The changes of one topic within one beat: pairs of key and value. */
export type Changes = readonly (readonly [key: string, value: unknown])[]
type Cut = 'project' | 'area'
/** Ids that a person is cut to; null: all. `name` is the same for people who see the same. */
interface Sight {
  readonly at: number
  readonly name: string
  readonly project: ReadonlySet<string> | null
  readonly area: ReadonlySet<string> | null
}

/** Places of a kind of topic as they were read since then. */
interface KnownPlaces {
  readonly since: number
  readonly at: Map<string, string>
  renewing: boolean
}

const PLACE_KEPT_MS = 15_000
const RENEW_AT_ONCE = 2000
const PLACES_AT_MOST = 500_000
const SIGHT_KEPT_MS = 2000

/** Places of the rows of a table with `project_id` and `area_id`, by id. */
export const placesIn =
  (table: string): NonNullable<LiveTopic['placesOf']> =>
  async ({ system }, ids) =>
    (
      await system.query<{ id: string; project_id: string | null; area_id: string | null }>(
        `select id, project_id, area_id from ${table} where id = any($1::bigint[])`,
        [ids],
      )
    ).map((row) => [row.id, [row.project_id, row.area_id]])

/** What a topic is called without the id it ends with: `batch:123` is a `batch:`. */
const kindOf = (topic: string): string => {
  const at = topic.indexOf(':')
  return at < 0 ? topic : topic.slice(0, at + 1)
}
const placeName = ([projectId, areaId]: Place): string => `${projectId ?? ''}:${areaId ?? ''}`

/**
 * Who hears what of the live topics: the permission of the topic first; then, for whom grants cut to projects or areas, only changes of what
 * stands there. A grant counts anew within two seconds, a thing that moved is heard at its new place within fifteen.
 */
export const createAudience = (given: { topics: Readonly<Record<string, LiveTopic>>; platform: () => Platform }) => {
  const places = new Map<string, KnownPlaces>()
  let sights = new Map<string, Sight>()

  /** Reads anew what these people see, into what is remembered now: `forget` begins another. */
  const lookAnew = async (asked: readonly User[], into: Map<string, Sight>): Promise<void> => {
    const now = performance.now()
    const rows = await given
      .platform()
      .system.query<{ user_id: string; kind: Cut; ids: string[] }>(
        `select user_id, kind, array_agg(ref_id::text order by ref_id) as ids from identity_grant where user_id = any($1::bigint[]) group by 1, 2`,
        [asked.map(({ id }) => id)],
      )
    const found = new Map(rows.map((row) => [`${row.user_id} ${row.kind}`, row.ids]))
    for (const { id, cut } of asked) {
      const idsOf = (kind: Cut, is: boolean) => (is ? new Set(found.get(`${id} ${kind}`)) : null)
      const [project, area] = [idsOf('project', cut.projects), idsOf('area', cut.areas)]
      if ((into.get(id)?.at ?? now) <= now)
        into.set(id, { at: now, name: [project, area].map((set) => (set ? [...set].join() : '*')).join('|'), project, area })
    }
  }
  let looking = false
  /** What these people see, in one question for all who are not remembered; remembered is renewed in good time, so that changes seldom wait. */
  const look = async (users: readonly User[]): Promise<ReadonlyMap<string, Sight>> => {
    const now = performance.now()
    const known = sights
    const olderThan = (ms: number) => users.filter(({ id }) => now - (known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > ms)
    const missing = olderThan(SIGHT_KEPT_MS)
    if (missing.length > 0) await lookAnew(missing, known)
    const ageing = looking || missing.length > 0 ? [] : olderThan(SIGHT_KEPT_MS / 2)
    if (ageing.length > 0) {
      looking = true
      // Whose look fails is looked at again once it is too old.
      void lookAnew(ageing, known)
        .catch(() => undefined)
        .finally(() => {
          looking = false
        })
    }
    return known
  }
  /** Reads the places of all that is known anew, in parts, beside the changes that go on. */
  const renew = async (kind: string, { placesOf }: LiveTopic, known: KnownPlaces): Promise<void> => {
    if (!placesOf) return
    const fresh: KnownPlaces = { since: performance.now(), at: new Map(), renewing: false }
    const keys = [...known.at.keys()]
    for (let from = 0; from < keys.length; from += RENEW_AT_ONCE) {
      const part = keys.slice(from, from + RENEW_AT_ONCE)
      for (const key of part) fresh.at.set(key, '')
      for (const [key, place] of await placesOf(given.platform(), part)) fresh.at.set(key, placeName(place))
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
    const asked = keys.filter((key) => !known.at.has(key))
    if (asked.length > 0 && topic.placesOf) {
      for (const key of asked) known.at.set(key, '')
      for (const [key, place] of await topic.placesOf(given.platform(), asked)) known.at.set(key, placeName(place))
    }
    return known.at
  }
  const sees = ({ project, area }: Sight, place: string): boolean => {
    const [projectId = '', areaId = ''] = place.split(':')
    return (!project || project.has(projectId)) && (!area || area.has(areaId))
  }

  const isScoped = ({ scopes }: User, topic: string): boolean => scopes?.tables.has(given.topics[kindOf(topic)]?.table ?? '') === true
  const isLimited = (user: User, topic: string): boolean => user.cut.projects || user.cut.areas || isScoped(user, topic)
  const isOf = ({ id }: User, topic: string, told: unknown): boolean =>
    given.topics[kindOf(topic)]?.makerOf?.(told as Readonly<Record<string, unknown>>) === id

  return {
    mayHear: (user: User, topic: string): boolean => {
      const kind = given.topics[kindOf(topic)]
      return kind !== undefined && (kind.permission === 'signed-in' || user.permissions.has(kind.permission))
    },
    /** Is this push for them, who may hear the topic? */
    hears: (user: User, topic: string, payload: object): boolean => {
      const kind = given.topics[kindOf(topic)]
      if (kind?.makerOf && !('changes' in payload) && isLimited(user, topic) && !isOf(user, topic, payload)) return false
      return kind?.hears?.(user, payload as Readonly<Record<string, unknown>>) ?? true
    },
    mergeOf: (topic: string): LiveTopic['merge'] => given.topics[kindOf(topic)]?.merge,
    /** Does everybody who may hear this topic hear the same of it? */
    whole: (user: User, topic: string): boolean => {
      const kind = given.topics[kindOf(topic)]
      if (kind?.makerOf) return !isLimited(user, topic)
      return !isScoped(user, topic) && (!kind?.placesOf || !(user.cut.projects || user.cut.areas))
    },
    /** What each of these people hears of the changes; whoever sees the same gets one and the same array, an empty one for nothing. */
    parted: async (topic: string, changes: Changes, users: readonly User[]): Promise<(user: User) => Changes> => {
      const kind = given.topics[kindOf(topic)] as LiveTopic
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
