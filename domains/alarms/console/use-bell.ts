import { type AnswerOf, api, lang, type News, queryClient, useCatchUp, useLive, useUser } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { bellRoute } from '../server/bell.handler.ts'
import { play } from './sound.ts'

type Bell = AnswerOf<typeof bellRoute>
export type BellAlarm = Bell['newest'][number]
const KEY = 'alarms.bell'
/** Users with a data scope get no pushes, and shelved alarms come back without one: the bell also asks now and then, ms. */
const LOOK_MS = 60_000
/** A flood pushes several times a second; the bell asks at most this often, ms. */
const AGAIN_MS = 2000
const QUIET_MS = 5000
/** Alarms of this severity and higher ones sound. */
const SOUNDS_FROM = 2
const SOS = 4

const isLoud = (value: unknown): boolean => {
  const { isNew, severity, type } = (value ?? {}) as { isNew?: boolean; severity?: number; type?: number }
  return isNew === true && type !== SOS && Number(severity) <= SOUNDS_FROM
}

/** Alarms that nobody has acknowledged, as the user sees them. A push asks for them anew; a severe new alarm sounds. */
export const useBell = (): Bell => {
  const who = useUser()?.userId
  const due = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const soundedAt = useRef(0)
  useEffect(() => () => clearTimeout(due.current), [])
  const anew = (): void => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      void queryClient.invalidateQueries({ queryKey: [KEY] })
    }, AGAIN_MS)
  }
  useLive(
    'alarms',
    ({ changes = [] }: News) => {
      anew()
      if (Date.now() - soundedAt.current < QUIET_MS || !changes.some(([, value]) => isLoud(value))) return
      soundedAt.current = Date.now()
      play('alarm')
    },
    anew,
  )
  useCatchUp(anew)
  const { data } = useQuery({
    queryKey: [KEY, who, lang.get()],
    queryFn: ({ signal }) => api.get<typeof bellRoute>('blade-alarm/alarm/bell', {}, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
    retry: false,
  })
  return data ?? { count: 0, newest: [] }
}
