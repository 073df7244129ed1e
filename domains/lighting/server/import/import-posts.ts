import { isSamePost, type PlannedLamp } from '@lamplight/inventory'
import { arrayOf, type Query } from '@lamplight/server-kit/data'
import { streetIn, streetName } from '../../model/street-name.ts'
import type { ImportTarget } from './import-batch.ts'

/** Street of a lamp: from the column of the file, else from the name of the lamp or the number of its post. */
export const streetOf = ({ street, name, postNumber }: PlannedLamp): string | null =>
  streetName(street) ?? streetIn(name) ?? streetIn(postNumber)

interface Known {
  readonly id: string
  readonly key: string | null
  readonly name: string | null
  readonly lng: number | null
  readonly lat: number | null
  readonly street: string | null
}
// During a large import the planner's statistics are outdated: `+ 0` keeps it from scanning the whole project for each batch.
const knownBy = (query: Query, projectId: string, column: 'import_key' | 'name', values: readonly string[]): Promise<Known[]> =>
  values.length === 0
    ? Promise.resolve([])
    : query<Known>(
        `select p.id, p.import_key as key, p.name, p.lng, p.lat, s.name as street from lighting_post p
         left join lighting_street s on s.id = p.street_id and not s.is_deleted
         where p.${column} = any($2) and p.project_id + 0 = $1 and not p.is_deleted order by p.id`,
        [projectId, arrayOf(values)],
      )

/**
 * Finds the existing posts of these lamps; returns their ids by post key. A post without a number is found by its key, which is the key of
 * its first lamp. A post with a number is found by number and place, because the numbers of each street begin with 1.
 */
export const postsThere = async (query: Query, target: ImportTarget, lamps: readonly PlannedLamp[]): Promise<Map<string, string>> => {
  const firsts = new Map<string, PlannedLamp>()
  for (const lamp of lamps) if (!firsts.has(lamp.post)) firsts.set(lamp.post, lamp)
  const [numbered, others] = [
    [...firsts.values()].filter((lamp) => lamp.postNumber !== null),
    [...firsts.values()].filter((lamp) => lamp.postNumber === null),
  ]
  const byKey = await knownBy(
    query,
    target.projectId,
    'import_key',
    others.map((lamp) => lamp.post),
  )
  const posts = new Map(byKey.map(({ id, key }) => [key as string, id]))
  const byNumber = new Map<string, Known[]>()
  const numbers = [...new Set(numbered.map((lamp) => lamp.postNumber as string))]
  for (const post of await knownBy(query, target.projectId, 'name', numbers))
    byNumber.set(post.name as string, [...(byNumber.get(post.name as string) ?? []), post])
  for (const lamp of numbered) {
    const place = { lng: lamp.lng, lat: lamp.lat, street: streetOf(lamp) }
    const found = byNumber
      .get(lamp.postNumber as string)
      ?.find(({ lng, lat, street }) => lng !== null && lat !== null && isSamePost({ lng, lat, street }, place))
    if (found) posts.set(lamp.post, found.id)
  }
  return posts
}
