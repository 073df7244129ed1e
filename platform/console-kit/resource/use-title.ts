import type { ResourceDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { api } from '../session/session.ts'
import { listPath } from './calls.ts'
import { titleField, wireName } from './form/entry.ts'

type Answer = readonly Record<string, unknown>[] | { readonly records?: readonly Record<string, unknown>[] }

const waiting = new Map<ResourceDefinition, Map<string, (title: string | null) => void>>()

const load = async (resource: ResourceDefinition): Promise<void> => {
  const waitingIds = waiting.get(resource) ?? new Map<string, (title: string | null) => void>()
  waiting.delete(resource)
  const wire = wireName(resource.fields, titleField(resource))
  const query = { ids: [...waitingIds.keys()].join(','), current: 1, size: waitingIds.size }
  const answer = await api.get<Answer>(listPath(resource), query, { quiet: true }).catch(() => [])
  const rows = Array.isArray(answer) ? answer : ((answer as { records?: readonly Record<string, unknown>[] }).records ?? [])
  const titles = new Map(rows.map((row) => [String(row.id), row[wire]]))
  for (const [id, resolve] of waitingIds) {
    const title = titles.get(id)
    resolve(typeof title === 'string' && title !== '' ? title : null)
  }
}

/** Loads the title of a row; null if it does not exist or the user may not see it. Requests within one tick are combined. */
const titleOfRow = (resource: ResourceDefinition, id: string): Promise<string | null> =>
  new Promise((resolve) => {
    const waitingIds = waiting.get(resource) ?? new Map()
    if (waitingIds.size === 0) setTimeout(() => void load(resource))
    const before = waitingIds.get(id)
    waitingIds.set(id, (title: string | null) => {
      before?.(title)
      resolve(title)
    })
    waiting.set(resource, waitingIds)
  })

/** Title of the row `id` of `resource`; null until it is loaded, and if an argument is null. */
export const useTitle = (resource: ResourceDefinition | null, id: string | null): string | null =>
  useQuery({
    queryKey: ['title', resource?.name, id],
    enabled: resource !== null && id !== null,
    queryFn: () => titleOfRow(resource as ResourceDefinition, id as string),
    staleTime: 60_000,
    retry: false,
  }).data ?? null
