import { usePermission, useT } from '@lamplight/console-kit'
import { Canvas, CanvasEditor } from '@lamplight/console-kit/canvas'
import { BOARD_KINDS } from '../model/board-content.ts'
import { BoardOfPage, type LoadedBoard } from './board-of-page.tsx'
import { Widget } from './board-widgets.tsx'
import { ItemForm } from './item-form.tsx'
import { M } from './roadcabinets.messages.ts'
import { editPath, viewHref } from './use-board.ts'
import { useBoardEditor } from './use-board-editor.ts'

const Editor = ({ board, product, reload }: LoadedBoard) => {
  const t = useT()
  const { canvas, palette } = useBoardEditor(board, product, reload)
  const maySave = usePermission('cabinet_board_edit')
  return (
    <CanvasEditor
      edit={canvas}
      title={board.name}
      about={`${t(BOARD_KINDS[board.kind])} · ${product.name} · ${t(M.version, { n: board.version })}`}
      maySave={maySave}
      palette={palette}
      panel={(item) => <ItemForm item={item} product={product} onChange={canvas.set} />}
      versions={{ base: 'blade-visual/integratedProduct/board', owner: 'boardId', row: board, onRestored: () => void reload() }}
      actions={
        <button type="button" className="ll-button" onClick={() => void canvas.leave(viewHref(board))}>
          {t(M.view)}
        </button>
      }
    >
      <Canvas stage={canvas.stage} items={canvas.items} edit={canvas}>
        {(one) => <Widget item={one} product={product} cabinets={[]} />}
      </Canvas>
    </CanvasEditor>
  )
}

/** Editor of a panel, a cabinet or a screen (rt.cab.ConfigPanel, rt.cab.ConfigCabinet, rt.cab.ConfigScreen). */
export const BoardEditorPage = () => <BoardOfPage pathOf={editPath}>{(loaded) => <Editor {...loaded} />}</BoardOfPage>
