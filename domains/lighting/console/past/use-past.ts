import { api, useFormat, useProject } from '@lamplight/console-kit'
import { createLampStore } from '@lamplight/console-kit/map'
import { decodePastPacket, type PastPoints } from '@lamplight/lamp-packet'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { pastDays } from '../../server/map/past.handler.ts'
import { type PastView, paintOf, sameLamps } from './past-view.ts'

/** How long an instant is kept: a scrub asks for many, and each has some bytes for every lamp. */
const KEPT_MS = 5000

/**
 * The lamps at an instant (epoch ms, a whole minute), painted by `view`. While the user scrubs, the next instant is asked for when the previous answer is there: the
 * map follows as fast as the server answers, and shows the previous instant meanwhile.
 */
export const usePast = (minute: number, view: PastView) => {
  const { time } = useFormat()
  const { project } = useProject()
  const store = useMemo(() => createLampStore(), [])
  const [asked, setAsked] = useState(minute)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['map-past', project?.id ?? '', asked],
    queryFn: async () => ({
      at: asked,
      points: decodePastPacket(await api.bytes('/api/blade-city/lamp/past', { at: time(asked), projectId: project?.id }, { quiet: true })),
    }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    retry: false,
  })
  useEffect(() => {
    if (!isFetching && asked !== minute) setAsked(minute)
  }, [isFetching, asked, minute])
  const [shown, setShown] = useState<{ readonly at: number; readonly points: PastPoints } | null>(null)
  const painted = useRef<PastPoints | null>(null)
  useEffect(() => {
    if (!data) return
    const look = paintOf(data.points, view)
    if (painted.current && sameLamps(painted.current, data.points)) store.update(Int32Array.from(look.state.keys()), look)
    else store.load({ ...data.points, ...look })
    painted.current = data.points
    setShown(data)
  }, [data, view, store])
  return { store, shown, asked, error, loading: isFetching, reload: () => void refetch() }
}

/** The first day with stored readings of lamps that the user sees, `yyyy-MM-dd`; undefined while it is not known, or if there is none. */
export const useFirstDay = (): string | undefined =>
  useQuery({
    queryKey: ['map-past-days'],
    queryFn: () => api.get<typeof pastDays>('blade-city/lamp/past/days', {}, { quiet: true }),
    staleTime: 600_000,
    retry: false,
  }).data?.days[0]?.day
