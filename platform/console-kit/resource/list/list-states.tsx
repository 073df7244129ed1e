import { inSentence, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { ERROR_TEXTS, isApiError } from '../../api/error.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { useUser } from '../../session/menus.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Empty } from '../../widgets/widgets.tsx'
import { useDelayed } from '../parts/delayed.ts'

/** Returns a function that makes the text of a failed reading call. */
export const useReason = (): ((error: unknown) => string) => {
  const t = useT()
  return (error) => {
    if (!isApiError(error)) return t(ERROR_TEXTS.broken)
    if (error.code === 0) return t(error.msg === 'timeout' ? ERROR_TEXTS.timeout : ERROR_TEXTS.offline)
    return error.msg ? error.message : t(ERROR_TEXTS.broken)
  }
}

/**
 * Reason why a list without filters has no rows. `own`: limited users see only rows that they made. `how`: how the first row is created.
 */
export const noRowsText = (
  { label: [zh, en], fields, reads }: Pick<ResourceDefinition, 'label' | 'fields' | 'reads'>,
  { isLimited, own, how }: { readonly isLimited: boolean; readonly own: boolean; readonly how: Text | undefined },
): Text => {
  if (isLimited && own)
    return [
      `您自己没有${zh}；其他用户的${zh}不在您的查看范围内`,
      `You have made no ${inSentence(en)}. You may not see those of other users`,
    ]
  // Rows that a limited user may not see can exist.
  if (isLimited && (reads || 'projectId' in fields || 'areaId' in fields))
    return [
      `您可查看的区域和项目中没有${zh}。区域和项目由管理员授权`,
      `There is no ${inSentence(en)} in the areas and projects that you may see. An administrator grants areas and projects`,
    ]
  return how ?? [`还没有${zh}`, `There is no ${inSentence(en)} yet`]
}

/** Message of an empty list: the reason, and one suggested action. */
export const NoRows = (props: {
  resource: ResourceDefinition
  filtered: boolean
  onReset: () => void
  create: ReactNode
  /** How the first row is created. */
  how?: Text | undefined
  /** Limited users see only rows that they made. */
  own: boolean
}) => {
  const t = useT()
  const [zh, en] = props.resource.label
  const none = noRowsText(props.resource, { isLimited: useUser()?.limited === true, own: props.own, how: props.how })
  if (!props.filtered) return <Empty text={t(none)}>{props.create}</Empty>
  return (
    <Empty text={t([`没有符合条件的${zh}`, `No ${inSentence(en)} matches these filters`])}>
      <button type="button" className="ll-button" onClick={props.onReset}>
        {t(['清除条件', 'Clear the filters'])}
      </button>
    </Empty>
  )
}

/** Message after a failed load; earlier rows stay visible. */
export const LoadError = ({ error, at, onRetry }: { error: unknown; at: number; onRetry: () => void }) => {
  const t = useT()
  const { age } = useFormat()
  const reason = useReason()
  return (
    <div className="ll-r-banner" role="alert" data-tone="bad">
      <Icon name="warning" size={16} />
      <span>
        {reason(error)}
        {at > 0 && t(['；显示的是{age}的数据', '; the data shown are from {age}'], { age: age(at) })}
      </span>
      <button type="button" className="ll-button" onClick={onRetry}>
        {t(['重试', 'Try again'])}
      </button>
    </div>
  )
}

/** The state of a reading call. */
export interface Loading {
  readonly data: unknown
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
  /** Epoch ms of the data. */
  readonly dataUpdatedAt: number
}
/** Shows placeholder rows until a call has answered, and its error if it fails. If older data are shown, the error names their age. */
export const Waiting = ({ query, rows }: { query: Loading; rows: number }) => {
  if (query.isError) return <LoadError error={query.error} at={query.data ? query.dataUpdatedAt : 0} onRetry={() => void query.refetch()} />
  return query.data ? null : <RowsSkeleton rows={rows} cards={false} />
}

/** Placeholder rows in the later layout, shown after 150 ms. */
export const RowsSkeleton = ({ rows, cards }: { rows: number; cards: boolean }) => {
  const t = useT()
  const late = useDelayed(true)
  const widths = (at: number): readonly number[] => [16 + ((at * 7) % 10), 12 + ((at * 5) % 8), 9, 20 + ((at * 3) % 9)]
  return (
    <div className={cards ? 'll-r-cards' : 'll-r-table-scroll'} role="status" aria-busy="true" aria-label={t(['加载中', 'Loading'])}>
      {late &&
        Array.from({ length: rows }, (_, at) => (
          <div key={at} className={cards ? 'll-r-card' : 'll-r-skeleton-row'}>
            {widths(at).map((width, column) => (
              <span key={column} className="ll-r-shimmer" style={{ width: `${width}%` }} />
            ))}
          </div>
        ))}
    </div>
  )
}
