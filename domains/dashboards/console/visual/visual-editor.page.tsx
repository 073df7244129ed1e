import { Empty, Link, usePermission, useT, useTab } from '@lamplight/console-kit'
import { CanvasEditor } from '@lamplight/console-kit/canvas'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { BoardStage } from './board-stage.tsx'
import { BASE, type BoardDetail, showHref, useDetail, usePreview } from './use-visual.ts'
import { useVisualEditor } from './use-visual-editor.ts'
import { V } from './visual.messages.ts'
import { VisualItemForm } from './visual-item-form.tsx'
import { VisualSettings } from './visual-settings.tsx'

const LIST = '/visual/largeScreen/list'

const Editor = ({ board, reload }: { readonly board: BoardDetail; readonly reload: () => Promise<unknown> }) => {
  const t = useT()
  const editor = useVisualEditor(board, reload)
  const { canvas, palette } = editor
  const [previews, preview] = useState(false)
  const maySave = usePermission('visual_board_edit')
  const live = usePreview(board, canvas.content)
  const isPublished = board.status === 1
  const isNewest = isPublished && !canvas.history.changed && board.publishedVersion === board.version
  const about = [
    t(V.size, { w: board.width, h: board.height }),
    t(V.version, { n: board.version }),
    isPublished ? t(V.publishedVersion, { n: board.publishedVersion }) : t(V.unpublished),
    ...(board.shared === 1 ? [t(V.public)] : []),
  ]
  return (
    <CanvasEditor
      edit={canvas}
      title={board.title}
      about={about.join(' · ')}
      maySave={maySave}
      palette={palette}
      panel={(item) => <VisualItemForm item={item} editor={editor} />}
      settings={<VisualSettings config={canvas.content.config} editor={editor} />}
      versions={{ base: BASE, owner: 'visualId', row: board, onRestored: () => void reload() }}
      actions={
        <>
          <button type="button" className="ll-button" aria-pressed={previews} onClick={() => preview(!previews)}>
            {t(previews ? V.edit : V.preview)}
          </button>
          {isPublished && (
            <button type="button" className="ll-button" onClick={() => void canvas.leave(showHref(board.id))}>
              {t(V.view)}
            </button>
          )}
        </>
      }
      next={
        <button
          type="button"
          className="ll-button ll-button--primary"
          disabled={!maySave || canvas.saving || isNewest}
          onClick={() => void editor.publish()}
        >
          {t(V.publish)}
        </button>
      }
      preview={previews ? <BoardStage board={board} content={canvas.content} live={live} source={{ id: board.id }} /> : undefined}
    >
      <BoardStage board={board} content={canvas.content} live={live} source={undefined} edit={canvas} />
    </CanvasEditor>
  )
}

/** Editor of a visual dashboard (vis.bigscreenList, frm.visualconfig). */
export const VisualEditorPage = () => {
  const t = useT()
  const { query } = useTab()
  const detail = useDetail(query.id)
  if (!query.id)
    return (
      <Empty title={t(V.noBoard)} text={t(V.chooseBoard)}>
        <Link to={LIST} className="ll-button">
          {t(V.manage)}
        </Link>
      </Empty>
    )
  if (detail.isError) return <LoadError error={detail.error} at={0} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <RowsSkeleton rows={8} cards={false} />
  return <Editor board={detail.data} reload={() => detail.refetch()} />
}
