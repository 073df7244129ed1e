import { api, queryClient, useLive, useTab } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { type Device, withNews } from '../device-columns.tsx'

type Members = { readonly records: readonly Device[]; readonly total: number }
const SIZE = 50
const NONE: readonly Device[] = []

/** The members of a group, paged, with live updates. The page number and the search text are stored in the URL. */
export const useMembers = (groupId: string) => {
  const { query: place, setQuery } = useTab()
  const current = Math.max(1, Number(place.current) || 1)
  const size = Number(place.size) || SIZE
  const sn = place.sn ?? ''
  const key = ['devices.group', 'members', groupId, current, size, sn]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get<Members>('blade-city/device_group/device/page', { groupId, current, size, sn }, { signal, quiet: true }),
  })
  useLive('lamps', ({ changes = [] }) => {
    const news = new Map(changes)
    queryClient.setQueryData<Members>(key, (old) =>
      old?.records.some((one) => news.has(one.id)) ? { ...old, records: old.records.map((one) => withNews(one, news.get(one.id))) } : old,
    )
  })
  return {
    query,
    sn,
    current,
    size,
    devices: query.data?.records ?? NONE,
    total: query.data?.total ?? 0,
    setPage: (page: { current: number; size: number }) => setQuery(page),
    setSn: (next: string) => setQuery({ sn: next.trim(), current: '' }),
  }
}

/** Adds devices to a group: `copy` keeps their other groups, `move` takes them out of `fromGroupId` or of all others. `remove` takes them out of the group. */
export const changeMembers = async (
  how: 'copy' | 'move' | 'remove',
  body: { readonly groupId: string; readonly ids: readonly string[]; readonly fromGroupId?: string },
): Promise<void> => {
  await api.post(`blade-city/device_group/${how}`, { body: { ...body, ids: body.ids.join(',') } })
  void invalidate('devices.group')
}
