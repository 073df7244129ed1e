import { Empty, Link, navigate, useAskDiscard, usePermission, useT, useTab, useUndoKeys } from '@lamplight/console-kit'
import { FieldsHost, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useEffect, useState } from 'react'
import { BOARD_KINDS, WIDGETS, type WidgetName } from '../model/board-content.ts'
import './board.css'
import { Canvas, VersionsDialog } from '@lamplight/console-kit/canvas'
import { Widget } from './board-widgets.tsx'
import { ItemForm } from './item-form.tsx'
import { M } from './roadcabinets.messages.ts'
import { type BoardDetail, editHref, editPath, type ProductDetail, useBoard, useProduct, viewHref } from './use-board.ts'
import { useBoardEditor } from './use-board-editor.ts'

interface Props {
  readonly board: BoardDetail
  readonly product: ProductDetail
  readonly reload: () => Promise<unknown>
}
const Editor = ({ board, product, reload }: Props) => {
  const t = useT()
  const editor = useBoardEditor(board, product, reload)
  const [versions, showVersions] = useState(false)
  const maySave = usePermission('cabinet_board_edit')
  const { stage, items, item, history, selected } = editor
  useUndoKeys(history)
  const nameOf = (one: (typeof items)[number]): string =>
    [t(WIDGETS[one.widget].label), product.units.find(({ code }) => code === one.unit)?.name, one.text].filter(Boolean).join(' ')
  const widgets = (Object.keys(WIDGETS) as WidgetName[]).filter((name) => (WIDGETS[name].kinds as readonly number[]).includes(board.kind))
  const ask = useAskDiscard()
  const leave = async (to: string): Promise<void> => {
    if (!history.changed || (await ask())) navigate(to)
  }
  return (
    <div className="ll-board-page">
      <header className="ll-board-bar">
        <h1>{board.name}</h1>
        <span className="ll-board-hint">
          {t(BOARD_KINDS[board.kind])} · {product.name} · {t(M.version, { n: board.version })}
        </span>
        <span className="ll-board-space" />
        <button type="button" className="ll-button" disabled={!history.canUndo} onClick={history.undo}>
          {t(M.undo)}
        </button>
        <button type="button" className="ll-button" disabled={!history.canRedo} onClick={history.redo}>
          {t(M.redo)}
        </button>
        <button type="button" className="ll-button" onClick={() => showVersions(true)}>
          {t(M.versions)}
        </button>
        <button type="button" className="ll-button" onClick={() => void leave(viewHref(board))}>
          {t(M.view)}
        </button>
        <button
          type="button"
          className="ll-button ll-button--primary"
          disabled={!maySave || editor.saving || !history.changed}
          onClick={() => void editor.save()}
        >
          {t(M.save)}
        </button>
      </header>
      <div className="ll-board-edit">
        <Canvas
          stage={stage}
          items={items}
          label={t(M.canvas)}
          edit={{
            selected,
            onSelect: editor.select,
            onMove: editor.move,
            onRemove: editor.remove,
            onResize: editor.resize,
            nameOf,
          }}
        >
          {(one) => <Widget item={one} product={product} cabinets={[]} />}
        </Canvas>
        <aside className="ll-board-side">
          <h2>{t(M.add)}</h2>
          <div className="ll-board-add">
            {widgets.map((name) => (
              <button key={name} type="button" className="ll-button" onClick={() => editor.add(name)}>
                {t(WIDGETS[name].label)}
              </button>
            ))}
          </div>
          <h2>{t(M.chosen)}</h2>
          {item ? (
            <>
              <ItemForm key={item.id} item={item} product={product} stage={stage} onChange={editor.set} />
              <button type="button" className="ll-button ll-button--danger" onClick={() => editor.remove(item.id)}>
                {t(M.remove)}
              </button>
            </>
          ) : (
            <p className="ll-board-hint">{t(M.chooseItem)}</p>
          )}
          <p className="ll-board-hint">{t(M.canvasHint)}</p>
        </aside>
      </div>
      {versions && (
        <VersionsDialog
          base="blade-visual/integratedProduct/board"
          owner="boardId"
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

/** Loads the board of the page. If the board is of another kind than the address, it goes to the address of this kind. */
const Loaded = ({ id, path }: { readonly id: string; readonly path: string }) => {
  const board = useBoard(id)
  const product = useProduct(board.data?.productId)
  const kind = board.data?.kind
  useEffect(() => {
    if (kind && editPath({ kind }).toLowerCase() !== path.toLowerCase()) navigate(editHref({ id, kind }), undefined, { replace: true })
  }, [id, kind, path])
  const failed = [board, product].find(({ isError }) => isError)
  if (failed) return <LoadError error={failed.error} at={0} onRetry={() => void failed.refetch()} />
  if (!board.data || !product.data) return <RowsSkeleton rows={8} cards={false} />
  return <Editor board={board.data} product={product.data} reload={() => board.refetch()} />
}

/** Editor of a panel, a cabinet or a screen (rt.cab.ConfigPanel, rt.cab.ConfigCabinet, rt.cab.ConfigScreen). */
export const BoardEditorPage = () => {
  const t = useT()
  const { query, path } = useTab()
  if (!query.id)
    return (
      <Empty title={t(M.noBoard)} text={t(M.chooseBoard)}>
        <Link to="/roadCabinet/board/index" className="ll-button">
          {t(M.boards)}
        </Link>
      </Empty>
    )
  return (
    <FieldsHost>
      <Loaded id={query.id} path={path} />
    </FieldsHost>
  )
}
