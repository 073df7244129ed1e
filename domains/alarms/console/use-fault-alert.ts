import { api, navigate, notify, storage, t, useFormat, useUser } from '@lamplight/console-kit'
import { useEffect } from 'react'
import { FAULT_ALERT } from './fault-alert-key.ts'
import { N } from './notices.messages.ts'

const ON_SITE = 4001
const LIST = '/city/alarmCenter/alarm/index'
/** The query counts open faults only. Users have already handled those that are disposed. */
const QUERY = { cityExceptionType: ON_SITE, dispose: 0 } as const
const SHOWN_MS = 15_000

/** The fault alert (dlg.faultAlert, rule.faultalert.text, rule.faultalert.query): once per login session, if there are faults on site. It leads to them. */
export const useFaultAlert = (): void => {
  const who = useUser()?.userId
  const { number } = useFormat()
  useEffect(() => {
    if (!who || storage.read(FAULT_ALERT) === who) return
    const stop = new AbortController()
    const show = async (): Promise<void> => {
      const { total } = await api.get<{ total: number }>(
        'blade-alarm/alarm/page',
        { current: 1, size: 10, ...QUERY },
        { signal: stop.signal, quiet: true },
      )
      storage.write(FAULT_ALERT, who)
      if (total === 0) return
      const run = (): void => navigate(LIST, { cityExceptionType: String(ON_SITE), dispose: '0' })
      notify.warning(() => t(N.faultText, { n: number(total) }), {
        title: N.faultTitle,
        key: FAULT_ALERT,
        ms: SHOWN_MS,
        action: { label: N.look, run },
      })
    }
    show().catch(() => undefined)
    return () => stop.abort()
  }, [who, number])
}
