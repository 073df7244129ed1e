import type { ReactNode } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { retryConnection } from '../live/live.ts'
import { useConnection } from '../live/use-live.ts'
import { useNow } from '../widgets/widgets.tsx'
import { shellTexts as texts } from './shell.messages.ts'

const DataAge = ({ at }: { at: number }): ReactNode => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  return <span>{t(texts.asOf, { age: format.age(at, now) })}</span>
}

/** Shows the state of the live connection: a dot while it is connected, text otherwise. */
export const ConnectionMark = (): ReactNode => {
  const t = useT()
  const { state, receivedAt } = useConnection()
  const broken = state === 'lost' || state === 'kicked'
  const words = state === 'open' ? texts.live : state === 'kicked' ? texts.kicked : state === 'lost' ? texts.lost : texts.connecting
  return (
    <output className={`ll-live ll-live--${state}`} title={t(words)}>
      <i aria-hidden="true" />
      <span className={broken ? undefined : 'll-hidden'}>{t(words)}</span>
      {broken && receivedAt !== null && <DataAge at={receivedAt} />}
      {broken && (
        <button type="button" onClick={retryConnection}>
          {t(texts.reconnect)}
        </button>
      )}
    </output>
  )
}
