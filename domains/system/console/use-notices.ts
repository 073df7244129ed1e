import { api, queryClient, useLive, useUser } from '@lamplight/console-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { unreadNotices } from '../server/notice.handler.ts'

export interface NoticeRow {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly releaseTime: string
  readonly content: string
  readonly isRead: number
}
interface Page {
  readonly records: readonly NoticeRow[]
  readonly total: number
}
const KEY = 'notices'
const BASE = 'blade-desk/notice'
/** No push is sent when a notice reaches its release time, so the bell polls, ms. */
const LOOK_MS = 60_000

const anew = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })

/** Number of unread notices; a push announces a new one. */
export const useUnread = (): number => {
  const who = useUser()?.userId
  useLive('notices', anew)
  const { data } = useQuery({
    queryKey: [KEY, 'unread', who],
    queryFn: ({ signal }) => api.get<typeof unreadNotices>(`${BASE}/unread`, {}, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
    retry: false,
  })
  return data?.count ?? 0
}

export const useNotices = (current: number, size: number, unread: boolean) =>
  useQuery({
    queryKey: [KEY, 'list', current, size, unread],
    queryFn: ({ signal }) =>
      api.get<Page>(`${BASE}/list`, { current, size, mine: 1, ...(unread ? { unread: 1 } : {}) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Without `ids` all notices are marked. */
export const markRead = async (ids?: string): Promise<void> => {
  await api.post(`${BASE}/read`, { query: ids === undefined ? {} : { ids } })
  anew()
}
