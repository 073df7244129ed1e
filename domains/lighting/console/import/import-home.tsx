import { api, Empty, Icon, PageHeader, Skeleton, useFormat, useT, useTab } from '@lamplight/console-kit'
import { FileDrop, LoadError, Pager, type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { ABOUTS, ENDINGS, LIMIT, M, TITLES } from './import.messages.ts'
import { ImportMark, Refused } from './import-parts.tsx'
import { type ImportRecord, useImportKind, useImportRecords, useUpload } from './use-import-session.ts'

/** First step: file upload and the list of imports. */
export const ImportHome = () => {
  const t = useT()
  const { kind, at } = useImportKind()
  const { share, error, send } = useUpload()
  return (
    <div className="ll-im">
      <PageHeader title={t(TITLES[kind])} about={t(ABOUTS[kind])}>
        <button type="button" className="ll-button" onClick={() => void api.download(`${at}/template`).catch(() => undefined)}>
          <Icon name="download" size={16} />
          {t(M.template)}
        </button>
      </PageHeader>
      <FileDrop id={`import-${kind}`} accept={ENDINGS} file={null} onFile={(file) => void send(file)} />
      <p className="ll-im-quiet">{t(LIMIT)}</p>
      {share !== null && (
        <p role="status">
          {t(M.sending)} <progress value={share} max={1} aria-label={t(M.sending)} />
        </p>
      )}
      <Refused text={error?.message} />
      <Records />
    </div>
  )
}

const SIZE = 20
const Records = () => {
  const t = useT()
  const { number } = useFormat()
  const tab = useTab()
  const [page, setPage] = useState({ current: 1, size: SIZE })
  const { data, error, isPending, refetch } = useImportRecords(page.current, page.size)
  const open = (uploadId: string): void => tab.setQuery({ uploadId }, { replace: false })
  const columns: readonly RowColumn<ImportRecord>[] = [
    {
      key: 'file',
      label: M.file,
      width: 260,
      cell: (row) => (
        <button type="button" className="ll-r-link" onClick={() => open(row.uploadId)}>
          {row.fileName || row.uploadId}
        </button>
      ),
    },
    { key: 'status', label: M.status, width: 140, cell: (row) => <ImportMark record={row} /> },
    {
      key: 'counts',
      label: M.counts,
      width: 140,
      align: 'right',
      cell: (row) => (row.phase === 'draft' ? '—' : `${number(row.successNum)} / ${number(row.failNum)}`),
    },
    { key: 'when', label: M.when, width: 170, cell: (row) => row.createTime },
    { key: 'who', label: M.who, width: 120, cell: (row) => row.createUserName || '—' },
  ]
  return (
    <section className="ll-im-section">
      <h2>{t(M.records)}</h2>
      {error && <LoadError error={error} at={0} onRetry={() => void refetch()} />}
      {isPending && !error && <Skeleton rows={5} />}
      {data && data.total === 0 && <Empty text={t(M.noRecords)} />}
      {data && data.total > 0 && (
        <>
          <RowTable columns={columns} rows={data.records} label={t(M.records)} keyOf={(row) => row.uploadId} />
          <Pager {...page} total={data.total} onChange={setPage} />
        </>
      )}
    </section>
  )
}
