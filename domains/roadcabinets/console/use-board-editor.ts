import { api, useT } from '@lamplight/console-kit'
import { type PaletteEntry, useCanvas } from '@lamplight/console-kit/canvas'
import { invalidate } from '@lamplight/console-kit/resource'
import { useRowKind } from '@lamplight/control/console'
import { useMemo } from 'react'
import { type BoardContent, type BoardItem, stageOf, WIDGETS, type WidgetName } from '../model/board-content.ts'
import { type BoardDetail, contentOf, type ProductDetail } from './use-board.ts'

/** State of the board editor: the canvas, and the widgets that a board of its kind can have. `reload` reads the stored board again. */
export const useBoardEditor = (board: BoardDetail, product: ProductDetail, reload: () => Promise<unknown>) => {
  const t = useT()
  const stored = useMemo(() => contentOf(board), [board])
  const { kind } = useRowKind(product.units[0]?.typeId ?? '')
  const canShow = (name: WidgetName): boolean => (WIDGETS[name].kinds as readonly number[]).includes(board.kind)
  const unitOf = ({ unit }: BoardItem) => product.units.find(({ code }) => code === unit)
  const canvas = useCanvas<BoardItem, BoardContent>({
    name: 'roadcabinets.board',
    stored,
    version: `${board.id}-${board.version}`,
    stageOf: () => stageOf(board.kind),
    store: async ({ items }) => {
      const body = { id: board.id, version: board.version, content: JSON.stringify({ items }) }
      await api.post('blade-visual/integratedProduct/board/submit', { body })
      void invalidate('roadcabinets.board')
    },
    reload,
    nameOf: (item) => [t(WIDGETS[item.widget].label), unitOf(item)?.name, item.text].filter(Boolean).join(' '),
    fit: (item) => (canShow(item.widget) && (item.unit === undefined || unitOf(item)) ? item : null),
  })
  const palette = (Object.keys(WIDGETS) as WidgetName[]).filter(canShow).map((widget): PaletteEntry<BoardItem> => {
    const { label, size } = WIDGETS[widget]
    const needs = WIDGETS[widget].needs as readonly string[]
    return {
      key: widget,
      label: t(label),
      make: () => ({
        widget,
        ...size,
        ...(needs.includes('text') && { text: t(WIDGETS.text.label) }),
        ...(needs.includes('unit') && { unit: product.units[0]?.code ?? '' }),
        ...(needs.includes('property') && { property: Object.keys(kind?.type.properties ?? {})[0] ?? '' }),
        ...(needs.includes('command') && { command: Object.keys(kind?.type.commands ?? {})[0] ?? '' }),
        ...(needs.includes('of') && { of: 'mean' as const }),
      }),
    }
  })
  return { canvas, palette }
}
