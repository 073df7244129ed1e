import {
  type AnswerOf,
  api,
  createState,
  lang,
  notify,
  queryClient,
  t,
  useCatchUp,
  useLive,
  usePermission,
  useStateOf,
  useUser,
} from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { sosNowRoute } from '../server/sos.server.ts'
import { N } from './notices.messages.ts'
import { muted, play } from './sound.ts'

export type SosCall = AnswerOf<typeof sosNowRoute>[number]
const KEY = 'alarms.sos'
/** Users with a data scope get no pushes, ms. */
const LOOK_MS = 15_000
const RINGS_MS = 3000
const TOLD_MS = 10_000

const anew = (): void => void queryClient.invalidateQueries({ queryKey: [KEY] })
export const callName = ({ name, sn }: SosCall): string => name || sn

/** Says who answered a call that this console showed. */
const useAnswers = (calls: readonly SosCall[]): void => {
  const open = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const call of calls)
      if (open.current.has(call.id) && call.answeredAt)
        notify.info(t(N.answered, { who: call.answeredByName, name: callName(call) }), { key: `sos-${call.id}`, ms: TOLD_MS })
    open.current = new Set(calls.filter(({ answeredAt }) => !answeredAt).map(({ id }) => id))
  }, [calls])
}

// A further press rings again, also if the call was hidden.
const keyOf = ({ id, presses }: SosCall): string => `${id} ${presses}`
const hidden = createState<ReadonlySet<string>>(new Set())
const NONE: readonly SosCall[] = []
/** Calls that have rung in this console: they stay on the screen when they end without an answer. Calls that were missed before wait in the header. */
const rung = createState<ReadonlySet<string>>(new Set())
const revealed = createState(false)
/** Shows hidden calls again, and those that were missed. */
export const showCalls = (): void => {
  revealed.set(true)
  hidden.set(new Set())
}

const useCalls = (): readonly SosCall[] => {
  const me = useUser()?.userId
  const { data } = useQuery({
    queryKey: [KEY, me, lang.get()],
    queryFn: ({ signal }) => api.get<typeof sosNowRoute>('blade-alarm/sos/now', {}, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
    enabled: usePermission('sos_call_view'),
  })
  return data ?? NONE
}

/** Calls that nobody has answered; `shown`: those that the user has not hidden. */
export const useOpenCalls = (): { readonly open: readonly SosCall[]; readonly shown: readonly SosCall[] } => {
  const [away, known, isRevealed] = [useStateOf(hidden), useStateOf(rung), useStateOf(revealed)]
  const open = useCalls().filter(({ answeredAt }) => !answeredAt)
  const covers = ({ id, result }: SosCall): boolean => result === 0 || isRevealed || known.has(id)
  return { open, shown: open.filter((call) => covers(call) && !away.has(keyOf(call))) }
}

/** Calls that nobody has answered, and what the user can do about them. They ring until all are answered or hidden. */
export const useSos = () => {
  const maySee = usePermission('sos_call_view')
  const mayAnswer = usePermission('sos_call_answer')
  const isMuted = useStateOf(muted)
  const [busy, setBusy] = useState('')
  useLive(maySee ? 'sos' : null, anew, anew)
  useCatchUp(anew)
  useAnswers(useCalls())
  const { open, shown } = useOpenCalls()
  const ringing = shown.filter(({ result }) => result === 0).map(({ id }) => id)
  useEffect(() => {
    if (ringing.some((id) => !rung.get().has(id))) rung.set(new Set([...rung.get(), ...ringing]))
  })
  const rings = ringing.length > 0 && !isMuted
  useEffect(() => {
    if (!rings) return
    play('sos')
    const timer = setInterval(() => play('sos'), RINGS_MS)
    return () => clearInterval(timer)
  }, [rings])
  return {
    shown,
    mayAnswer,
    busy,
    hide: () => {
      revealed.set(false)
      hidden.set(new Set(open.map(keyOf)))
    },
    answer: async (call: SosCall): Promise<void> => {
      setBusy(call.id)
      try {
        await api.post('blade-alarm/sos/rtc/answer', { query: { ids: call.id } })
      } catch {
        // The API client has already shown the error. It names the user who answered first.
      } finally {
        setBusy('')
        anew()
      }
    },
  }
}
