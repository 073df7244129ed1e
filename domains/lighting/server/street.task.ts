import { arraysOf, type Platform, type Task } from '@lamplight/server-kit'
import { streetIn } from '../model/street-name.ts'
import { streetsFor } from './street-store.ts'

const BATCH = 2000

interface NamelessPost {
  readonly id: string
  readonly project_id: string | null
  readonly name: string | null
  readonly lamp: string | null
}

/** Sets the streets of a tenant's next posts after the stored mark; false if there are no more. */
const fillNext = (platform: Platform, tenantId: string): Promise<boolean> =>
  platform.system.tx(async (query) => {
    const [mark] = await query<{ after_id: string }>('select after_id from lighting_street_fill where tenant_id = $1 for update', [
      tenantId,
    ])
    if (!mark) return false
    const posts = await query<NamelessPost>(
      `select p.id, p.project_id, p.name, (select l.name from lighting_lamp l where l.tenant_id = p.tenant_id and l.post_id = p.id and not l.is_deleted limit 1) as lamp
       from lighting_post p where p.tenant_id = $1 and p.id > $2 and p.street_id is null and not p.is_deleted order by p.id limit ${BATCH}`,
      [tenantId, mark.after_id],
    )
    const last = posts.at(-1)
    if (!last) {
      await query('delete from lighting_street_fill where tenant_id = $1', [tenantId])
      return false
    }
    const named = posts.flatMap((post) => {
      const street = streetIn(post.name) ?? streetIn(post.lamp)
      return street ? [{ ...post, street }] : []
    })
    for (const [projectId, group] of Map.groupBy(named, (post) => post.project_id)) {
      const ids = await streetsFor(
        platform,
        query,
        { tenantId, projectId },
        group.map(({ street: name }) => ({ name })),
      )
      await query(
        `update lighting_post p set street_id = s.street_id from unnest($1::bigint[], $2::bigint[]) s (id, street_id) where p.id = s.id and p.street_id is null`,
        arraysOf(
          group,
          ({ id }) => id,
          ({ street }) => ids.get(street),
        ),
      )
    }
    await query('update lighting_street_fill set after_id = $2 where tenant_id = $1', [tenantId, last.id])
    return true
  })

/**
 * Sets the streets of posts that were stored before streets existed, from the names of posts and lamps; continues where a stopped process ended.
 */
export const streetTask: Task = {
  name: 'lighting.streets',
  role: 'schedule',
  start: async (platform) => {
    let stopped = false
    const work = async (): Promise<void> => {
      try {
        for (const { tenant_id } of await platform.system.query<{ tenant_id: string }>('select tenant_id from lighting_street_fill'))
          while (!stopped && (await fillNext(platform, tenant_id)));
      } catch (thrown) {
        platform.log.warn('naming the streets of older posts failed; it goes on at the next start', { why: String(thrown) })
      }
    }
    const working = work()
    return async () => {
      stopped = true
      await working
    }
  },
}
