import type { Text } from '@lamplight/kit'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { useConnection } from '../live/use-live.ts'
import { api } from '../session/session.ts'
import { storage } from '../storage/storage.ts'
import { PageHeader, StateMark } from '../widgets/widgets.tsx'

const TEXTS = {
  title: ['测试页', 'Test page'],
  about: ['检查本机浏览器与平台之间的连接', 'Checks the connection between this browser and the platform'],
  again: ['重新测试', 'Test again'],
  call: ['接口往返', 'API round trip'],
  live: ['实时连接', 'Live connection'],
  memory: ['浏览器存储', 'Browser storage'],
  size: ['窗口', 'Window'],
  zone: ['时区', 'Time zone'],
  browser: ['浏览器', 'Browser'],
  good: ['正常', 'OK'],
  bad: ['异常', 'Failed'],
  waiting: ['测试中…', 'Testing…'],
} as const satisfies Record<string, Text>
const PROBES = 5

/** Returns the median time of several calls, ms; null if one failed. */
const roundTrip = async (): Promise<number | null> => {
  const times: number[] = []
  for (let i = 0; i < PROBES; i += 1) {
    const from = performance.now()
    const answered = await api.get('blade-auth/oauth/user-info', {}, { quiet: true }).then(
      () => true,
      () => false,
    )
    if (!answered) return null
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(PROBES / 2)] ?? null
}

const remembers = (): boolean => {
  storage.write('probe', 'x')
  const kept = storage.read('probe') === 'x'
  storage.remove('probe')
  return kept
}

/** Diagnostics that a user reads out to the support (rt.test.index): calls, live connection, storage, window, time zone. */
export const TestPage = (): ReactNode => {
  const t = useT()
  const format = useFormat()
  const { state } = useConnection()
  const [round, setRound] = useState(0)
  const [trip, setTrip] = useState<number | null | undefined>()
  useEffect(() => {
    let left = round < 0
    setTrip(undefined)
    void roundTrip().then((found) => !left && setTrip(found))
    return () => {
      left = true
    }
  }, [round])
  const mark = (good: boolean): ReactNode => <StateMark tone={good ? 'success' : 'danger'} text={t(good ? TEXTS.good : TEXTS.bad)} />
  return (
    <div className="ll-test">
      <PageHeader title={t(TEXTS.title)} about={t(TEXTS.about)}>
        <button type="button" className="ll-button ll-button--primary" onClick={() => setRound(round + 1)}>
          {t(TEXTS.again)}
        </button>
      </PageHeader>
      <dl className="ll-facts">
        <div>
          <dt>{t(TEXTS.call)}</dt>
          <dd>
            {trip === undefined ? t(TEXTS.waiting) : mark(trip !== null)} {typeof trip === 'number' && format.unit(trip, 'ms', 0)}
          </dd>
        </div>
        <div>
          <dt>{t(TEXTS.live)}</dt>
          <dd>{mark(state === 'open')}</dd>
        </div>
        <div>
          <dt>{t(TEXTS.memory)}</dt>
          <dd>{mark(remembers())}</dd>
        </div>
        <div>
          <dt>{t(TEXTS.size)}</dt>
          <dd>{`${window.innerWidth} × ${window.innerHeight} × ${window.devicePixelRatio}`}</dd>
        </div>
        <div>
          <dt>{t(TEXTS.zone)}</dt>
          <dd>{Intl.DateTimeFormat().resolvedOptions().timeZone}</dd>
        </div>
        <div>
          <dt>{t(TEXTS.browser)}</dt>
          <dd>{navigator.userAgent}</dd>
        </div>
      </dl>
    </div>
  )
}
