import { useQuery } from '@tanstack/react-query'
import { useT } from '../i18n/use-t.ts'
import { LoadError, RowsSkeleton } from '../resource/index.ts'
import { api } from '../session/index.ts'
import { confirm } from '../widgets/confirm.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { Empty } from '../widgets/widgets.tsx'
import { C } from './canvas.messages.ts'
import './versions.css'

interface Version {
  readonly id: string
  readonly version: number
  readonly account: string
  readonly createTime: string
}
/** A row with versions of its content. */
export interface VersionedRow {
  readonly id: string
  readonly version: number
}
const SHOWN = 50

/**
 * Dialog with the versions of a row, newest first. A button restores a version. The calls are `{base}/version/list` and `{base}/restore`; `owner` is the
 * field of a version with the id of its row.
 */
export const VersionsDialog = ({
  base,
  owner,
  row,
  onRestored,
  onClose,
}: {
  readonly base: string
  readonly owner: string
  readonly row: VersionedRow
  readonly onRestored: () => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const query = useQuery({
    queryKey: ['versions', base, row.id, row.version],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: readonly Version[] }>(`${base}/version/list`, { [owner]: row.id, size: SHOWN }, { signal, quiet: true }))
        .records,
  })
  const restore = async (version: number): Promise<void> => {
    const isSure = await confirm({ title: t(C.restoreAsk, { n: version }), text: t(C.restoreText), ok: t(C.restore) })
    if (!isSure) return
    await api.post(`${base}/restore`, { body: { id: row.id, ids: row.id, restored: version } }).then(onRestored, () => undefined)
  }
  return (
    <Dialog title={t(C.versions)} onClose={onClose}>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={4} cards={false} />}
      {query.data?.length === 0 && <Empty />}
      <ol className="ll-canvas-versions" reversed>
        {query.data?.map(({ id, version, account, createTime }) => (
          <li key={id}>
            <span>
              {t(C.version, { n: version })}
              <small>{t(C.savedBy, { account, at: createTime })}</small>
            </span>
            {version === row.version ? (
              <span>{t(C.now)}</span>
            ) : (
              <button type="button" className="ll-button" onClick={() => void restore(version)}>
                {t(C.restore)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
