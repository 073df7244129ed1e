import { api, confirm, Dialog, Empty, useT } from '@lamplight/console-kit'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { M } from './roadcabinets.messages.ts'
import type { BoardDetail } from './use-board.ts'

interface Version {
  readonly id: string
  readonly version: number
  readonly account: string
  readonly createTime: string
}
const SHOWN = 50

/** Dialog with the versions of a board, newest first. A button restores a version. */
export const BoardVersions = ({
  board,
  onRestored,
  onClose,
}: {
  readonly board: BoardDetail
  readonly onRestored: () => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const query = useQuery({
    queryKey: ['roadcabinets.boardVersion', board.id, board.version],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ records: readonly Version[] }>(
          'blade-visual/integratedProduct/board/version/list',
          { boardId: board.id, size: SHOWN },
          { signal, quiet: true },
        )
      ).records,
  })
  const restore = async (version: number): Promise<void> => {
    const isSure = await confirm({ title: t(M.restoreAsk, { n: version }), text: t(M.restoreText), ok: t(M.restore) })
    if (!isSure) return
    await api
      .post('blade-visual/integratedProduct/board/restore', { body: { id: board.id, ids: board.id, restored: version } })
      .then(onRestored, () => undefined)
  }
  return (
    <Dialog title={t(M.versions)} onClose={onClose}>
      {query.isError && <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsSkeleton rows={4} cards={false} />}
      {query.data?.length === 0 && <Empty />}
      <ol className="ll-board-versions" reversed>
        {query.data?.map(({ id, version, account, createTime }) => (
          <li key={id}>
            <span>
              {t(M.version, { n: version })}
              <small>{t(M.savedBy, { account, at: createTime })}</small>
            </span>
            {version === board.version ? (
              <span>{t(M.now)}</span>
            ) : (
              <button type="button" className="ll-button" onClick={() => void restore(version)}>
                {t(M.restore)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
