import type { Text } from '@lamplight/kit'

/** Settings of a widget besides its place: a named query, the columns that it shows, a text, an uploaded file. */
type Setting = 'query' | 'columns' | 'text' | 'file'
interface WidgetDefinition {
  readonly label: Text
  readonly needs: readonly Setting[]
  /** Largest number of columns; default: all of the query. */
  readonly columnsMost?: number
  /** Size of a new widget on a screen of 1920×1080, px. */
  readonly size: { readonly w: number; readonly h: number }
}

/** The widgets of visual dashboards. Those with `query` show the answer of a named query; no widget takes SQL or an address. */
export const WIDGETS = {
  figure: { label: ['数字', 'Figure'], needs: ['query', 'columns'], columnsMost: 1, size: { w: 360, h: 180 } },
  line: { label: ['折线图', 'Line chart'], needs: ['query', 'columns'], size: { w: 600, h: 340 } },
  bar: { label: ['柱状图', 'Bar chart'], needs: ['query', 'columns'], size: { w: 600, h: 340 } },
  pie: { label: ['饼图', 'Pie chart'], needs: ['query', 'columns'], columnsMost: 1, size: { w: 480, h: 340 } },
  table: { label: ['表格', 'Table'], needs: ['query'], size: { w: 600, h: 400 } },
  ticker: { label: ['告警滚动', 'Alarm ticker'], needs: [], size: { w: 600, h: 400 } },
  map: { label: ['实时地图', 'Live map'], needs: [], size: { w: 900, h: 640 } },
  picture: { label: ['图片', 'Picture'], needs: ['file'], size: { w: 300, h: 200 } },
  video: { label: ['视频', 'Video'], needs: ['file'], size: { w: 640, h: 360 } },
  clock: { label: ['时钟', 'Clock'], needs: [], size: { w: 420, h: 80 } },
  text: { label: ['文字', 'Text'], needs: ['text'], size: { w: 600, h: 80 } },
} as const satisfies Readonly<Record<string, WidgetDefinition>>
export type WidgetName = keyof typeof WIDGETS
export const widgetOf = (name: WidgetName): WidgetDefinition => WIDGETS[name]

/** Query of the alarm ticker. */
export const TICKER_QUERY = 'findings'

/** A column of the answer of a query. */
export interface DataColumn {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly decimals: number
  readonly kind: 'text' | 'number' | 'time'
  /** Page of the rows of this figure, if it is not that of the answer. */
  readonly link: string
}
/** A query that widgets can name. `by`: groups among which a widget chooses; `hasDays`: it covers a number of days. */
export interface QueryInfo {
  readonly name: string
  readonly label: string
  readonly columns: readonly DataColumn[]
  readonly hasDays: boolean
  readonly by: readonly { readonly code: string; readonly name: string }[]
}
/** What a widget shows. `refused`: the right for the query is missing. Cells are texts or numbers; null: no value. `link`: page of the rows. */
export interface WidgetData {
  readonly id: string
  readonly refused: boolean
  readonly link: string
  readonly columns: readonly DataColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}
/** The settings of a widget that change the answer of its query. */
export interface VisualItemQuery {
  readonly days?: number | undefined
  readonly by?: string | undefined
}
