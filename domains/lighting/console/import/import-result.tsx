import { api, ConfirmCommand, Icon, navigate, useFormat, useT, useTab } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cityMap } from '../../model/pages.ts'
import { M } from './import.messages.ts'
import { FailedRows } from './import-check.tsx'
import { Figures, Notes, wordOf } from './import-parts.tsx'
import { type FailedRow, type ImportDetail, type UndoFigures, useImportActions, useImportKind } from './use-import-session.ts'

/** Fourth step: progress of the import; the user may leave the page. */
export const ImportWork = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const { number } = useFormat()
  const undoing = detail.phase === 'undoing'
  const share = detail.total > 0 && !undoing ? Math.min(1, detail.done / detail.total) : undefined
  return (
    <div className="ll-r-banner" data-tone="busy" role="status">
      <div className="ll-im-work">
        <strong>{undoing ? t(M.undoing) : wordOf(detail, t)}</strong>
        <progress value={share} max={1} aria-label={t(M.running)} />
        {!undoing && detail.total > 0 && (
          <span>
            {number(detail.done)} / {number(detail.total)}
          </span>
        )}
        <p>{t(M.leave)}</p>
      </div>
    </div>
  )
}

const LISTS = {
  lamp: '/city/lampmanagement/lampinformation/index',
  install: '/city/lampmanagement/lampinformation/index',
  controller: '/city/basisaccessories/controller/controllerinformation/index',
} as const

/** Dialog before an import is undone: what is deleted, what is restored, what stays and why. */
const UndoDialog = ({ detail, onClose }: { readonly detail: ImportDetail; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const { at, kind } = useImportKind()
  const { undo } = useImportActions(detail.uploadId)
  const { data } = useQuery({
    queryKey: ['import', kind, detail.uploadId, 'undo'],
    queryFn: () => api.get<UndoFigures>(`${at}/undo`, { uploadId: detail.uploadId }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!data) return null
  const n = (name: keyof UndoFigures): string => number(data[name] ?? 0)
  const kept = (data.edited ?? 0) + (data.commanded ?? 0)
  return (
    <ConfirmCommand
      title={kind === 'controller' ? t(M.undoTitleControllers, { n: n('controllers') }) : t(M.undoTitle, { n: n('lamps') })}
      ok={t(M.undoOk)}
      danger
      facts={[
        {
          label: t(M.undoRemoved),
          value: t(M.undoRemovedValue, { lamps: n('lamps'), controllers: n('controllers'), posts: n('posts'), cabinets: n('cabinets') }),
        },
        { label: t(M.undoRestored), value: t(M.rowsN, { n: n('restored') }) },
        ...(kept > 0 ? [{ label: t(M.undoKept), value: t(M.undoKeptValue, { edited: n('edited'), commanded: n('commanded') }) }] : []),
        { label: t(M.undoAfter), value: t(M.undoAfterValue) },
      ]}
      onConfirm={async () => void (await undo.mutateAsync())}
      onClose={onClose}
    />
  )
}

const Undone = ({ undo }: { readonly undo: UndoFigures }) => {
  const t = useT()
  const { number } = useFormat()
  const n = (name: keyof UndoFigures): string => number(undo[name] ?? 0)
  const kept = (undo.edited ?? 0) + (undo.commanded ?? 0) + (undo.notRestored ?? 0)
  return (
    <div className="ll-r-banner" role="status">
      <div>
        <strong>{t(M.undone)}</strong>
        <p>
          {t(M.undoneLine, {
            lamps: n('lamps'),
            controllers: n('controllers'),
            posts: n('posts'),
            cabinets: n('cabinets'),
            areas: n('areas'),
            restored: n('restored'),
          })}
        </p>
        {kept > 0 && <p>{t(M.undoneKept, { n: number(kept) })}</p>}
      </div>
    </div>
  )
}

const TONES: Readonly<Record<number, string>> = { 2: 'good', 3: 'warn', 4: 'bad' }
const SHOWN = 50

/** Last step: imported rows, failures with reasons, and the undo button. */
export const ImportResult = ({ detail }: { readonly detail: ImportDetail }) => {
  const t = useT()
  const tab = useTab()
  const { at, kind } = useImportKind()
  const [isConfirming, setConfirming] = useState(false)
  const { uploadId, failNum, phase, added, changed } = detail
  const { data } = useQuery({
    queryKey: ['import', kind, uploadId, 'failures'],
    queryFn: () => api.get<{ records: readonly FailedRow[] }>(`${at}/failures`, { uploadId, current: 1, size: SHOWN }),
    enabled: failNum > 0,
  })
  const undoable = phase === 'ended' && (added > 0 || changed > 0)
  return (
    <>
      {phase === 'undone' ? (
        <Undone undo={detail.undo} />
      ) : (
        <div className="ll-r-banner" role="status" data-tone={TONES[detail.status]}>
          <div>
            <strong>{wordOf(detail, t)}</strong>
            {detail.reason && <p>{detail.reason}</p>}
          </div>
        </div>
      )}
      <Figures
        figures={[
          ['added', added, 'gold'],
          ['changed', changed],
          ['unchanged', detail.unchanged],
          ['failed', failNum, 'bad'],
          ['cabinets', detail.cabinets],
          ['areas', detail.areas],
          ...(kind === 'controller' ? [] : ([['posts', detail.posts]] as const)),
        ]}
      />
      <Notes notes={detail.notes} />
      {data && data.records.length > 0 && (
        <section className="ll-im-section">
          <h2>{t(M.failures)}</h2>
          <FailedRows detail={detail} rows={data.records} />
        </section>
      )}
      <footer className="ll-im-actions">
        {undoable && (
          <button type="button" className="ll-button" onClick={() => setConfirming(true)}>
            <Icon name="history" size={16} />
            {t(M.undo)}
          </button>
        )}
        {failNum > 0 && (
          <button
            type="button"
            className="ll-button"
            onClick={() => void api.download(`${at}/failures/download`, { uploadId, type: 'xlsx' }).catch(() => undefined)}
          >
            <Icon name="download" size={16} />
            {t(M.download)}
          </button>
        )}
        <button type="button" className="ll-button" onClick={() => tab.setQuery({ uploadId: null, step: null }, { replace: false })}>
          {t(M.another)}
        </button>
        {kind !== 'controller' && (
          <button type="button" className="ll-button" onClick={() => navigate(cityMap.path)}>
            {t(M.toMap)}
          </button>
        )}
        <button type="button" className="ll-button ll-button--primary" onClick={() => navigate(LISTS[kind])}>
          {t(M.toList)}
        </button>
      </footer>
      {isConfirming && <UndoDialog detail={detail} onClose={() => setConfirming(false)} />}
    </>
  )
}
