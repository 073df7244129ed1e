import type { Text } from '@lamplight/kit'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { Icon } from './icon.tsx'
import './button.css'
import './widgets.css'

const NO_DATA: Text = ['暂无数据', 'No data']

/** Shown instead of missing content: 暂无数据, one sentence why, and the one thing to do (rule.layout.empty). */
export const Empty = ({
  title,
  text,
  children,
}: {
  /** Title to show instead of 暂无数据. */
  readonly title?: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
}): ReactNode => {
  const t = useT()
  return (
    <div className="ll-empty">
      <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
        <path className="ll-empty__ground" d="M8 58h80" />
        <path className="ll-empty__post" d="M34 58V22q0-10 10-10h16" />
        <path className="ll-empty__head" d="M54 15q0-6 8-6t8 6Z" />
      </svg>
      <p className="ll-empty__title">{title ?? t(NO_DATA)}</p>
      {text && <p className="ll-empty__text">{text}</p>}
      {children}
    </div>
  )
}

/** Title of a page, one line that describes it, and its actions. */
export const PageHeader = ({
  title,
  about,
  children,
}: {
  readonly title: ReactNode
  readonly about?: ReactNode
  readonly children?: ReactNode
}): ReactNode => (
  <header className="ll-page-header">
    <div>
      <h1>{title}</h1>
      {about && <p>{about}</p>}
    </div>
    {children && <div className="ll-page-header__actions">{children}</div>}
  </header>
)

export type MarkTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral' | 'gold'
const SHAPES: Readonly<Record<MarkTone, string>> = {
  success: 'M2 6l3 3 5-6',
  warning: 'M6 1 11 10H1Z',
  danger: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
  info: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
  neutral: 'M2 6h8',
  gold: 'M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
}

/** A state as a shape and a word of the same colour; never only as a colour. */
export const StateMark = ({ tone, text }: { readonly tone: MarkTone; readonly text: ReactNode }): ReactNode => (
  <span className={`ll-mark ll-mark--${tone}`}>
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
      <path d={SHAPES[tone]} />
    </svg>
    {text}
  </span>
)

let now = Date.now()
const ticking = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
const subscribe = (listener: () => void): (() => void) => {
  ticking.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of [...ticking]) one()
  }, 1000)
  return () => {
    ticking.delete(listener)
    if (ticking.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const readNow = (): number => {
  if (ticking.size === 0) now = Date.now()
  return now
}
/** Returns the current time (epoch ms), updated once a second by one shared timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, readNow, readNow)

/** Age of a value (`12 秒前`); grey from `staleMs` on. `at` is epoch ms, or a wire time in the tenant's zone. */
export const Age = ({ at, staleMs }: { readonly at: number | string | null | undefined; readonly staleMs?: number }): ReactNode => {
  const format = useFormat()
  const current = useNow()
  const ms = typeof at === 'string' ? format.instant(at) : at
  if (ms === null || ms === undefined || ms <= 0) return <span className="ll-age">—</span>
  const stale = staleMs !== undefined && current - ms > staleMs
  return (
    <time className={`ll-age${stale ? ' ll-age--stale' : ''}`} dateTime={new Date(ms).toISOString()} title={format.time(ms)}>
      {format.age(ms, current)}
    </time>
  )
}

/** Shows when something began and how long it has lasted, or how long it lasted until `to`. Wire times in the tenant's zone. */
export const Since = ({ from, to }: { readonly from: string | null | undefined; readonly to?: string | null | undefined }): ReactNode => {
  const format = useFormat()
  const current = useNow()
  const began = from ? format.instant(from) : null
  if (began === null) return <span className="ll-since">—</span>
  const ended = to ? format.instant(to) : null
  return (
    <span className="ll-since">
      <time dateTime={new Date(began).toISOString()}>{format.time(began, 'minute')}</time>{' '}
      <small>{format.duration(Math.max(0, (ended ?? current) - began) / 1000)}</small>
    </span>
  )
}

/** Grey bars in the layout of the content that is loading; visible after 150 ms. `rows`: number of bars. */
export const Skeleton = ({ rows = 6, kind = 'lines' }: { readonly rows?: number; readonly kind?: 'lines' | 'page' }): ReactNode => (
  <div className={`ll-skeleton ll-skeleton--${kind}`} aria-hidden="true">
    {kind === 'page' && <span className="ll-skeleton__title" />}
    {Array.from({ length: rows }, (_, i) => (
      <span key={i} />
    ))}
  </div>
)

const WRONG: Text = ['这里出了问题', 'Something went wrong here']
const KEPT: Text = ['其他标签页不受影响；重试，或刷新整个页面。', 'Other tabs are not affected. Try again, or reload the page.']
const AGAIN: Text = ['重试', 'Try again']
const RELOAD: Text = ['刷新页面', 'Reload the page']

/** Shown in place of a page that threw an error or did not load. */
export const Failure = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }): ReactNode => {
  const t = useT()
  return (
    <div role="alert" className="ll-empty">
      <Icon name="warning" size={40} />
      <p className="ll-empty__title">{t(WRONG)}</p>
      <p className="ll-empty__text">{t(KEPT)}</p>
      {error instanceof Error && <code className="ll-empty__detail">{error.message}</code>}
      <div className="ll-empty__actions">
        <button type="button" className="ll-button" onClick={() => window.location.reload()}>
          {t(RELOAD)}
        </button>
        <button type="button" className="ll-button ll-button--primary" onClick={onRetry}>
          {t(AGAIN)}
        </button>
      </div>
    </div>
  )
}
