import { Empty, Link, navigate, useAskDiscard, usePermission, useT, useTab, useUndoKeys } from '@lamplight/console-kit'
import { VersionsDialog } from '@lamplight/console-kit/canvas'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { KEY_STEP } from '../../model/visual-content.ts'
import { WIDGETS, type WidgetName } from '../../model/widgets.ts'
import { BoardStage } from './board-stage.tsx'
import { BASE, type BoardDetail, showHref, useDetail, usePreview } from './use-visual.ts'
import { useVisualEditor } from './use-visual-editor.ts'
import { V } from './visual.messages.ts'
import { VisualItemForm } from './visual-item-form.tsx'
import { VisualSettings } from './visual-settings.tsx'

const NAMES = Object.keys(WIDGETS) as WidgetName[]
const LIST = '/visual/largeScreen/list'

const Editor = ({ board, reload }: { readonly board: BoardDetail; readonly reload: () => Promise<unknown> }) => {
  const t = useT()
  const editor = useVisualEditor(board, reload)
  const { content, item, items, history, selected } = editor
  const [versions, showVersions] = useState(false)
  const [previews, preview] = useState(false)
  const maySave = usePermission('visual_board_edit')
  useUndoKeys(history)
  const live = usePreview(board, content)
  const ask = useAskDiscard()
  const leave = async (to: string): Promise<void> => {
    if (!history.changed || (await ask())) navigate(to)
  }
  const nameOf = ({ widget, title }: (typeof items)[number]): string => [t(WIDGETS[widget].label), title].filter(Boolean).join(' ')
  const isPublished = board.status === 1
  return (
    <div className="ll-visual-page">
      <header className="ll-visual-bar">
        <h1>{board.title}</h1>
        <span className="ll-visual-hint">
          {t(V.size, { w: board.width, h: board.height })} · {t(V.version, { n: board.version })} ·{' '}
          {isPublished ? t(V.publishedVersion, { n: board.publishedVersion }) : t(V.unpublished)}
          {board.shared === 1 && ` · ${t(V.public)}`}
        </span>
        <span className="ll-visual-space" />
        <button type="button" className="ll-button" disabled={!history.canUndo} onClick={history.undo}>
          {t(V.undo)}
        </button>
        <button type="button" className="ll-button" disabled={!history.canRedo} onClick={history.redo}>
          {t(V.redo)}
        </button>
        <button type="button" className="ll-button" onClick={() => showVersions(true)}>
          {t(V.versions)}
        </button>
        <button type="button" className="ll-button" aria-pressed={previews} onClick={() => preview(!previews)}>
          {t(previews ? V.edit : V.preview)}
        </button>
        {isPublished && (
          <button type="button" className="ll-button" onClick={() => void leave(showHref(board.id))}>
            {t(V.view)}
          </button>
        )}
        <button
          type="button"
          className="ll-button"
          disabled={!maySave || editor.saving || !history.changed}
          onClick={() => void editor.save()}
        >
          {t(V.save)}
        </button>
        <button
          type="button"
          className="ll-button ll-button--primary"
          disabled={!maySave || editor.saving || (isPublished && !history.changed && board.publishedVersion === board.version)}
          onClick={() => void editor.publish()}
        >
          {t(V.publish)}
        </button>
      </header>
      {previews ? (
        <BoardStage board={board} content={content} live={live} source={{ id: board.id }} />
      ) : (
        <div className="ll-visual-edit">
          <BoardStage
            board={{ ...board, title: t(V.canvas) }}
            content={content}
            live={live}
            source={undefined}
            edit={{
              selected,
              onSelect: editor.select,
              onMove: editor.move,
              onRemove: editor.remove,
              onResize: editor.resize,
              nameOf,
              fine: true,
              keyStep: KEY_STEP,
            }}
          />
          <aside className="ll-visual-side">
            <h2>{t(V.add)}</h2>
            <div className="ll-visual-add">
              {NAMES.map((name) => (
                <button key={name} type="button" className="ll-button" onClick={() => editor.add(name)}>
                  {t(WIDGETS[name].label)}
                </button>
              ))}
            </div>
            <h2>{t(item ? V.chosen : V.board)}</h2>
            {item ? (
              <VisualItemForm key={item.id} item={item} editor={editor} />
            ) : (
              <>
                <p className="ll-visual-hint">{t(V.chooseItem)}</p>
                <VisualSettings config={content.config} editor={editor} />
              </>
            )}
            <p className="ll-visual-hint">{t(V.keys)}</p>
          </aside>
        </div>
      )}
      {versions && (
        <VersionsDialog
          base={BASE}
          owner="visualId"
          row={board}
          onClose={() => showVersions(false)}
          onRestored={() => {
            showVersions(false)
            void reload()
          }}
        />
      )}
    </div>
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
