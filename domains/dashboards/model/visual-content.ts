import { contentFault, frameFault, type Item, type Stage } from '@lamplight/kit/canvas'
import { WIDGETS, type WidgetName, widgetOf } from './widgets.ts'

/** Width and height of a dashboard, px. */
export const SIDE_LEAST = 320
export const SIDE_MOST = 7680
export const DEFAULT_SIZE = { width: 1920, height: 1080 } as const

export interface Watermark {
  readonly show: boolean
  /** May hold {user} and {time}. */
  readonly text: string
  readonly fontSize: number
  readonly color: string
  readonly degree: number
}
export interface VisualConfig {
  /** Factor of the text size. */
  readonly scale: number
  readonly theme: 'dark' | 'light'
  /** `grid`: items snap to the grid; `free`: to pixels. */
  readonly placing: 'grid' | 'free'
  /** `default`: the picture of the product; `plain`: the colour of the theme; else the id of an uploaded picture. */
  readonly background: string
  readonly watermark: Watermark
  /** Limits of all queries; empty: none. */
  readonly projectId: string
  readonly areaId: string
}
/** rule.visualcfg.defaults */
export const DEFAULT_CONFIG: VisualConfig = {
  scale: 1,
  theme: 'dark',
  placing: 'grid',
  background: 'default',
  watermark: { show: false, text: '{user} {time}', fontSize: 20, color: '#8793a3', degree: -20 },
  projectId: '',
  areaId: '',
}

export interface VisualItem extends Item {
  readonly widget: WidgetName
  readonly title?: string
  readonly query?: string
  readonly columns?: readonly string[]
  readonly days?: number
  readonly by?: string
  readonly text?: string
  readonly file?: string
}
export interface VisualContent {
  readonly config: VisualConfig
  readonly items: readonly VisualItem[]
}
export const emptyContent: VisualContent = { config: DEFAULT_CONFIG, items: [] }
/** The stored content of a dashboard; the server has checked it. */
export const contentOf = (text: string | null | undefined): VisualContent => (text ? (JSON.parse(text) as VisualContent) : emptyContent)

/** Widgets that show nothing yet, because they have no query, file or text. */
export const unsetItems = (items: readonly VisualItem[]): readonly VisualItem[] =>
  items.filter((item) => widgetOf(item.widget).needs.some((name) => name !== 'columns' && !item[name]))

export const TITLE_MOST = 60
export const TEXT_MOST = 500
export const DAYS_MOST = 400
const COLUMNS_MOST = 12
const GRID = 20
/** Text size of a dashboard of 1920 px, px. Nothing on a wall is smaller. */
export const FONT = 20

export const stageOf = ({ width, height }: { readonly width: number; readonly height: number }, config: VisualConfig): Stage => ({
  width,
  height,
  step: config.placing === 'grid' ? GRID : 1,
  font: (FONT * config.scale * width) / DEFAULT_SIZE.width,
})
export const KEY_STEP = GRID

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most && value.isWellFormed()
const isBetween = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high
const isId = (value: unknown): boolean => typeof value === 'string' && /^\d{1,19}$/.test(value)
const isIdOrEmpty = (value: unknown): boolean => value === '' || isId(value)

type Check = (value: unknown) => boolean
/** Returns the first key of `value` that is unknown, missing or wrong. */
const faultOf = (value: unknown, checks: Readonly<Record<string, Check>>): string | null => {
  if (!isObject(value)) return ''
  const strange = Object.keys(value).find((key) => !Object.hasOwn(checks, key))
  if (strange !== undefined) return strange.slice(0, 40)
  return Object.entries(checks).find(([key, fits]) => !fits(value[key]))?.[0] ?? null
}

const WATERMARK: Readonly<Record<string, Check>> = {
  show: (value) => typeof value === 'boolean',
  text: (value) => isText(value, TITLE_MOST),
  fontSize: (value) => isBetween(value, 20, 200),
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  degree: (value) => isBetween(value, -90, 90),
}
const CONFIG: Readonly<Record<string, Check>> = {
  scale: (value) => isBetween(value, 0.5, 4),
  theme: (value) => value === 'dark' || value === 'light',
  placing: (value) => value === 'grid' || value === 'free',
  background: (value) => value === 'default' || value === 'plain' || isId(value),
  watermark: isObject,
  projectId: isIdOrEmpty,
  areaId: isIdOrEmpty,
}

const itemFault = (size: { readonly width: number; readonly height: number }, item: Readonly<Record<string, unknown>>): string | null => {
  const name = String(item.widget)
  if (typeof item.widget !== 'string' || !Object.hasOwn(WIDGETS, name)) return `widget ${name.slice(0, 40)}`
  const { needs, columnsMost = COLUMNS_MOST } = widgetOf(name as WidgetName)
  const takesQuery = needs.includes('query')
  const keys = ['title', ...needs, ...(takesQuery ? ['columns', 'days', 'by'] : [])]
  const frame = frameFault({ ...size, step: 1, font: FONT }, item, keys)
  if (frame) return frame
  if (item.title !== undefined && !isText(item.title, TITLE_MOST)) return 'title'
  if (needs.includes('text') && !isText(item.text, TEXT_MOST)) return 'text'
  if (needs.includes('file') && !isIdOrEmpty(item.file)) return 'file'
  if (takesQuery && !isText(item.query, 80)) return 'query'
  if (item.days !== undefined && !(Number.isInteger(item.days) && isBetween(item.days, 1, DAYS_MOST))) return 'days'
  if (item.by !== undefined && !isText(item.by, 40)) return 'by'
  const { columns } = item
  if (columns === undefined) return needs.includes('columns') ? 'columns' : null
  return Array.isArray(columns) && columns.length <= columnsMost && columns.every((column) => isText(column, 60)) ? null : 'columns'
}

const configFault = (config: unknown): string | null => {
  const fault = faultOf(config, CONFIG)
  if (fault !== null) return fault
  const watermark = faultOf((config as VisualConfig).watermark, WATERMARK)
  return watermark === null ? null : `watermark.${watermark}`
}
/** Returns the first faulty part of the content of a dashboard (`items[2].columns`); null if there is none. The server also checks queries and files. */
export const visualFault = (size: { readonly width: number; readonly height: number }, content: unknown): string | null =>
  contentFault(content, (item) => itemFault(size, item), { config: configFault })

/** Ids of the files that a content shows. */
export const filesIn = ({ config, items }: VisualContent): ReadonlySet<string> =>
  new Set([...items.flatMap(({ file }) => (file ? [file] : [])), ...(isId(config.background) ? [config.background] : [])])
