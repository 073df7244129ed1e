import { Empty, PageHeader, StateMark, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, LoadError, Pager, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useFieldHost } from '@lamplight/fields/view'
import { useState } from 'react'
import { M } from './notice.messages.ts'
import { NoticeBody } from './notice-body.tsx'
import { markRead, type NoticeRow, useNotices } from './use-notices.ts'

const Kind = ({ category }: { category: string }) => {
  const entries = useFieldHost().useDictionary('notice')
  return <>{entries.find(({ key }) => key === category)?.label ?? category}</>
}

const Article = ({ notice }: { notice: NoticeRow }) => (
  <article className="ll-memo" aria-label={notice.title}>
    <h2>{notice.title}</h2>
    <p className="ll-memo-facts">
      <FieldsHost>
        <Kind category={notice.category} />
      </FieldsHost>{' '}
      · <time>{notice.releaseTime}</time>
    </p>
    <NoticeBody value={notice.content} />
  </article>
)

/** Notices for the signed-in user, newest first; opening one marks it as read. */
export const NoticesPage = () => {
  const t = useT()
  const tab = useTab()
  const [page, setPage] = useState({ current: 1, size: 10 })
  const [unread, setUnread] = useState(false)
  const [kept, setKept] = useState<NoticeRow | null>(null)
  const query = useNotices(page.current, page.size, unread)
  const rows = query.data?.records ?? []
  const open = rows.find(({ id }) => id === tab.query.id) ?? (kept?.id === tab.query.id ? kept : null)
  const show = (row: NoticeRow): void => {
    setKept(row)
    tab.setQuery({ id: row.id })
    if (row.isRead === 0) void markRead(row.id).catch(() => undefined)
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.title)} about={t(M.about)}>
        <label className="ll-memo-only">
          <input
            type="checkbox"
            checked={unread}
            onChange={(event) => {
              setUnread(event.target.checked)
              setPage({ ...page, current: 1 })
            }}
          />
          {t(M.onlyUnread)}
        </label>
        <button type="button" className="ll-button" onClick={() => void markRead().catch(() => undefined)}>
          {t(M.all)}
        </button>
      </PageHeader>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={6} cards={false} />}
      {query.data && rows.length === 0 && !open && <Empty text={t(M.none)} />}
      {(rows.length > 0 || open) && (
        <div className="ll-memos">
          <div>
            <ul aria-label={t(M.title)}>
              {rows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    aria-current={row.id === open?.id || undefined}
                    data-unread={row.isRead === 0 || undefined}
                    onClick={() => show(row)}
                  >
                    <strong>{row.title}</strong>
                    <span>
                      {row.isRead === 0 && <StateMark tone="gold" text={t(M.unread)} />} <time>{row.releaseTime}</time>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {(query.data?.total ?? 0) > 0 && <Pager {...page} total={query.data?.total ?? 0} onChange={setPage} />}
          </div>
          {open ? <Article notice={open} /> : <Empty text={t(M.choose)} />}
        </div>
      )}
    </div>
  )
}
