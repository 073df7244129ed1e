import { api, notify, useT, useUnsaved } from '@lamplight/console-kit'
import { useHistory } from '@lamplight/console-kit/canvas'
import { invalidate } from '@lamplight/console-kit/resource'
import { useRowKind } from '@lamplight/control/console'
import { firstFree, moved, placed, resized } from '@lamplight/kit/canvas'
import { useMemo, useState } from 'react'
import { type BoardItem, stageOf, WIDGETS, type WidgetName } from '../model/board-content.ts'
import { M } from './roadcabinets.messages.ts'
import { type BoardDetail, contentOf, type ProductDetail } from './use-board.ts'

const nextId = (items: readonly BoardItem[]): string => {
  let n = items.length + 1
  while (items.some(({ id }) => id === `w${n}`)) n += 1
  return `w${n}`
}

/** State of the board editor: the items with undo and redo, the selected item, and saving. `reload` reads the stored board again. */
export const useBoardEditor = (board: BoardDetail, product: ProductDetail, reload: () => Promise<unknown>) => {
  const t = useT()
  const stage = stageOf(board.kind)
  const stored = useMemo(() => contentOf(board).items, [board])
  const history = useHistory<readonly BoardItem[]>(stored, `${board.id}-${board.version}`)
  const [selected, select] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  useUnsaved(history.changed)
  const items = history.value
  const item = items.find(({ id }) => id === selected)
  const { kind } = useRowKind(product.units[0]?.typeId ?? '')
  const { kind: itemKind } = useRowKind(product.units.find(({ code }) => code === item?.unit)?.typeId ?? '')

  const add = (widget: WidgetName): void => {
    const { size, needs } = WIDGETS[widget]
    const wants = needs as readonly string[]
    const free = firstFree(stage, items, size) ?? { x: 0, y: 0, ...size }
    const id = nextId(items)
    const made: BoardItem = {
      id,
      widget,
      ...free,
      ...(wants.includes('text') && { text: t(WIDGETS.text.label) }),
      ...(wants.includes('unit') && { unit: product.units[0]?.code ?? '' }),
      ...(wants.includes('property') && { property: Object.keys(kind?.type.properties ?? {})[0] ?? '' }),
      ...(wants.includes('command') && { command: Object.keys(kind?.type.commands ?? {})[0] ?? '' }),
      ...(wants.includes('of') && { of: 'mean' as const }),
    }
    history.change((before) => [...before, placed(stage, made)])
    select(id)
  }
  const remove = (id: string): void => {
    history.change((before) => before.filter((one) => one.id !== id))
    select(null)
  }
  const set = (change: Partial<BoardItem>): void =>
    history.change((before) => before.map((one) => (one.id === selected ? placed(stage, { ...one, ...change }) : one)))
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await api.post('blade-visual/integratedProduct/board/submit', {
        body: { id: board.id, version: board.version, content: JSON.stringify({ items }) },
      })
      history.keep()
      notify.success(M.saved)
      void invalidate('roadcabinets.board')
      await reload()
    } catch {
      // The API client has shown the reason. The changes stay in the editor.
    } finally {
      setSaving(false)
    }
  }
  return {
    stage,
    items,
    item,
    itemKind,
    history,
    selected,
    select,
    saving,
    add,
    remove,
    set,
    save,
    move: (id: string, dx: number, dy: number) => history.change((before) => moved(stage, before, id, dx, dy)),
    resize: (id: string, w: number, h: number) => history.change((before) => resized(stage, before, id, w, h)),
  }
}
