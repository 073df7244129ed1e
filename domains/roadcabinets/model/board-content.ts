import { type Box, contentFault, frameFault, type Item, isSnapped, type Stage } from '@lamplight/kit/canvas'
import { LAYOUT_STAGE, SCREEN_STAGE } from './stages.ts'

/** Kinds of boards: the control panel of one cabinet, the drawing of one cabinet, the screen of all cabinets of a product or a group. */
export const BOARD_KINDS = { 1: ['面板', 'Panel'], 2: ['机柜', 'Cabinet'], 3: ['屏幕', 'Screen'] } as const
export type BoardKind = keyof typeof BOARD_KINDS
export const SCREEN: BoardKind = 3

type Property = 'text' | 'unit' | 'property' | 'command' | 'of'
interface Widget {
  readonly kinds: readonly BoardKind[]
  readonly needs: readonly Property[]
  readonly label: readonly [string, string]
  /** Size of a new widget, px. */
  readonly size: { readonly w: number; readonly h: number }
}
const ONE: readonly BoardKind[] = [1, 2]
const ALL: readonly BoardKind[] = [1, 2, 3]
export const WIDGETS = {
  unit: { kinds: ONE, needs: ['unit'], label: ['单元', 'Unit'], size: { w: 192, h: 192 } },
  value: { kinds: ONE, needs: ['unit', 'property'], label: ['数值', 'Value'], size: { w: 192, h: 96 } },
  switch: { kinds: ALL, needs: ['unit', 'command'], label: ['指令', 'Command'], size: { w: 192, h: 96 } },
  text: { kinds: ALL, needs: ['text'], label: ['文字', 'Text'], size: { w: 384, h: 48 } },
  states: { kinds: [SCREEN], needs: [], label: ['机柜状态', 'Cabinet states'], size: { w: 480, h: 192 } },
  figure: { kinds: [SCREEN], needs: ['unit', 'property', 'of'], label: ['统计值', 'Figure'], size: { w: 384, h: 192 } },
  cabinets: { kinds: [SCREEN], needs: [], label: ['机柜列表', 'Cabinets'], size: { w: 1104, h: 720 } },
} as const satisfies Readonly<Record<string, Widget>>
export type WidgetName = keyof typeof WIDGETS
/** Functions that compute a figure from the values of the cabinets. */
export const FIGURES = {
  mean: ['平均', 'Mean'],
  min: ['最低', 'Lowest'],
  max: ['最高', 'Highest'],
  sum: ['合计', 'Total'],
} as const
export type FigureName = keyof typeof FIGURES

export interface BoardItem extends Item {
  readonly widget: WidgetName
  readonly text?: string
  readonly unit?: string
  readonly property?: string
  readonly command?: string
  readonly of?: FigureName
}
export interface BoardContent {
  readonly items: readonly BoardItem[]
}
/** A unit of the product, with the names of the properties and commands that a board may use. */
export interface BoardUnit {
  readonly code: string
  readonly name: string
  readonly properties: readonly string[]
  readonly commands: readonly string[]
}

export const TEXT_MOST = 200
export const stageOf = (kind: BoardKind): Stage => (kind === SCREEN ? SCREEN_STAGE : LAYOUT_STAGE)
export const emptyBoard: BoardContent = { items: [] }

/** Returns the faulty part of an item as `name` or `name value`; null if there is none. */
const itemFault = (kind: BoardKind, item: Readonly<Record<string, unknown>>, known: readonly BoardUnit[]): string | null => {
  const name = String(item.widget)
  if (typeof item.widget !== 'string' || !Object.hasOwn(WIDGETS, name)) return `widget ${name.slice(0, 40)}`
  const { kinds, needs } = WIDGETS[name as WidgetName] as Widget
  if (!kinds.includes(kind)) return `widget ${name}`
  const stage = stageOf(kind)
  const frame = frameFault(stage, item, needs)
  if (frame) return frame
  if (!isSnapped(stage, item as unknown as Box)) return 'x, y'
  if (needs.includes('text') && (typeof item.text !== 'string' || item.text.length > TEXT_MOST)) return 'text'
  if (needs.includes('of') && !Object.hasOwn(FIGURES, String(item.of))) return `of ${String(item.of).slice(0, 40)}`
  if (!needs.includes('unit')) return null
  const unit = known.find(({ code }) => code === item.unit)
  if (!unit) return `unit ${String(item.unit).slice(0, 40)}`
  if (needs.includes('property') && !unit.properties.includes(String(item.property)))
    return `property ${String(item.property).slice(0, 40)}`
  if (needs.includes('command') && !unit.commands.includes(String(item.command))) return `command ${String(item.command).slice(0, 40)}`
  return null
}

/** Returns the first faulty part of the content of a board (`items[2].property humidity`); null if there is none. */
export const boardFault = (kind: BoardKind, content: unknown, known: readonly BoardUnit[]): string | null =>
  contentFault(content, (item) => itemFault(kind, item, known))

/** Returns the content of a new board: the units at the places of the layout; on a screen the states and the list of the cabinets. */
export const firstContent = (
  kind: BoardKind,
  layout: readonly { readonly unit: string; readonly x: number; readonly y: number }[],
): BoardContent => {
  if (kind === SCREEN)
    return {
      items: [
        { id: 'states', widget: 'states', x: 24, y: 24, ...WIDGETS.states.size },
        { id: 'cabinets', widget: 'cabinets', x: 24, y: 240, w: 1872, h: 816 },
      ],
    }
  return { items: layout.map(({ unit, x, y }) => ({ id: `unit-${unit}`, widget: 'unit', unit, x, y, ...WIDGETS.unit.size })) }
}
