import { useFormat, useT } from '@lamplight/console-kit'
import { type ReactNode, useEffect } from 'react'
import { useDailyReload } from '../use-daily-reload.ts'
import { BoardStage } from './board-stage.tsx'
import { type Board, type Source, useBoard, useContent, useValues } from './use-visual.ts'
import { V } from './visual.messages.ts'

/** Values older than this are marked, ms: two missed answers. */
const STALE_MS = 45_000

const Shown = ({
  board,
  source,
  fills,
  reload,
}: {
  readonly board: Board
  readonly source: Source
  readonly fills: boolean
  readonly reload: () => void
}) => {
  const t = useT()
  const { time } = useFormat()
  const content = useContent(board)
  const live = useValues(source)
  const { version } = live
  useEffect(() => {
    if (version >= 0 && version !== board.version) reload()
  }, [version, board.version, reload])
  const isStale = live.failed && Date.now() - live.at > STALE_MS
  return (
    <BoardStage board={board} content={content} live={live} source={source} fills={fills}>
      {live.at > 0 && isStale && (
        <p className="ll-visual-stale" role="status">
          {t(V.stale, { at: time(live.at) })}
        </p>
      )}
    </BoardStage>
  )
}

/** A published board with live values. It changes to a newly published version by itself. `failed`: shown instead if the board cannot be read. */
export const BoardViewer = ({
  source,
  fills = false,
  failed,
}: {
  readonly source: Source
  readonly fills?: boolean
  readonly failed: (error: unknown) => ReactNode
}) => {
  const { data, error, refetch } = useBoard(source)
  useDailyReload(fills)
  if (!data) return error ? failed(error) : null
  return <Shown board={data} source={source} fills={fills} reload={() => void refetch()} />
}
