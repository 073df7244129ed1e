import type { ResourceDefinition } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { ERROR_TEXTS, isApiError } from '../api/error.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { useDelayed } from './parts/delayed.ts'
import { Icon } from './parts/icon.tsx'

/** What went wrong with a reading call, in words a person can act on. */
export const useReason = (): ((error: unknown) => string) => {
  const t = useT()
  return (error) => {
    if (!isApiError(error)) return t(ERROR_TEXTS.broken)
    if (error.code === 0) return t(error.msg === 'timeout' ? ERROR_TEXTS.timeout : ERROR_TEXTS.offline)
    return error.msg || t(ERROR_TEXTS.broken)
  }
}

/** No rows: why, and the one thing to do. */
export const Empty = ({
  resource,
  filtered,
  onReset,
  create,
}: {
  resource: ResourceDefinition
  filtered: boolean
  onReset: () => void
  create: ReactNode
}) => {
  const t = useT()
  const [zh, en] = resource.label
  return (
    <div className="ll-empty">
      <Icon name="empty" />
      <p className="ll-empty-title">{t(['暂无数据', 'Nothing here'])}</p>
      <p>
        {filtered
          ? t([`没有符合条件的${zh}`, `No ${en.toLowerCase()} matches these filters`])
          : t([`还没有${zh}`, `There is no ${en.toLowerCase()} yet`])}
      </p>
      {filtered ? (
        <button type="button" className="ll-button" onClick={onReset}>
          {t(['清除条件', 'Clear the filters'])}
        </button>
      ) : (
        create
      )}
    </div>
  )
}

/** The rows did not come: nothing is shown, or the old ones stay. */
export const LoadError = ({ error, at, onRetry }: { error: unknown; at: number; onRetry: () => void }) => {
  const t = useT()
  const { age } = useFormat()
  const reason = useReason()
  return (
    <div className="ll-banner" role="alert" data-tone="bad">
      <Icon name="warn" />
      <span>
        {reason(error)}
        {at > 0 && t(['；显示的是{age}的数据', '; the rows shown are from {age}'], { age: age(at) })}
      </span>
      <button type="button" className="ll-button" onClick={onRetry}>
        {t(['重试', 'Try again'])}
      </button>
    </div>
  )
}

/** Rows that are on their way, in the layout they will have; shown after 150 ms. */
export const Skeleton = ({ rows, cards }: { rows: number; cards: boolean }) => {
  const t = useT()
  if (!useDelayed(true)) return <div className="ll-table-scroll" aria-busy="true" />
  return (
    <div className={cards ? 'll-cards' : 'll-table-scroll'} role="status" aria-busy="true" aria-label={t(['加载中', 'Loading'])}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={cards ? 'll-card ll-shimmer' : 'll-skeleton-row'}>
          <span className="ll-shimmer" style={{ width: `${16 + ((at * 7) % 10)}%` }} />
          <span className="ll-shimmer" style={{ width: `${12 + ((at * 5) % 8)}%` }} />
          <span className="ll-shimmer" style={{ width: '9%' }} />
          <span className="ll-shimmer" style={{ width: `${20 + ((at * 3) % 9)}%` }} />
        </div>
      ))}
    </div>
  )
}
