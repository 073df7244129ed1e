import type { Platform, User } from './types.ts'

/** Where something stands, for people who see only some projects or areas of their tenant. */
export type Place = readonly [projectId: string | null, areaId: string | null]
export interface LiveTopic {
  /** Who may hear it: a permission code, or `signed-in`. */
  readonly permission: string
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

const PLACE_KEPT_MS = 15_000
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
  const places = new Map<string, Map<string, string>>()
  const sights = new Map<string, Sight>()
  let placesSince = performance.now()

  /** What these people see, in one question for all who are not remembered. */
  const look = async (users: readonly User[]): Promise<void> => {
    const now = performance.now()
    const asked = users.filter(({ id }) => now - (sights.get(id)?.at ?? Number.NEGATIVE_INFINITY) > SIGHT_KEPT_MS)
    if (asked.length === 0) return
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
      sights.set(id, { at: now, name: [project, area].map((set) => (set ? [...set].join() : '*')).join('|'), project, area })
    }
  }
  const placesFor = async (topic: string, { placesOf }: LiveTopic, keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (performance.now() - placesSince > PLACE_KEPT_MS) {
      places.clear()
      placesSince = performance.now()
    }
    const known = places.get(topic) ?? new Map<string, string>()
    places.set(topic, known)
    if (known.size > PLACES_AT_MOST) known.clear()
    const asked = keys.filter((key) => !known.has(key))
    if (asked.length > 0 && placesOf) {
      for (const key of asked) known.set(key, '')
      for (const [key, place] of await placesOf(given.platform(), asked)) known.set(key, placeName(place))
    }
    return known
  }
  const sees = ({ project, area }: Sight, place: string): boolean => {
    const [projectId = '', areaId = ''] = place.split(':')
    return (!project || project.has(projectId)) && (!area || area.has(areaId))
  }

  return {
    mayHear: (user: User, topic: string): boolean => {
      const kind = given.topics[kindOf(topic)]
      return kind !== undefined && (kind.permission === 'signed-in' || user.permissions.has(kind.permission))
    },
    /** Does everybody who may hear this topic hear the same of it? */
    whole: (user: User, topic: string): boolean => !given.topics[kindOf(topic)]?.placesOf || !(user.cut.projects || user.cut.areas),
    /** What each of these people hears of the changes; whoever sees the same gets one and the same array, an empty one for nothing. */
    parted: async (topic: string, changes: Changes, users: readonly User[]): Promise<(user: User) => Changes> => {
      const kind = given.topics[kindOf(topic)] as LiveTopic
      await look(users)
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
        const sight = sights.get(user.id)
        if (!sight) return []
        const made = bySight.get(sight.name) ?? [...byPlace].filter(([place]) => sees(sight, place)).flatMap(([, there]) => there)
        bySight.set(sight.name, made)
        return made
      }
    },
    forget: (): void => {
      sights.clear()
    },
  }
}
