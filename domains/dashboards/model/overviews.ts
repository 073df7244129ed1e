import { DEFAULT_CONFIG, type VisualContent, type VisualItem } from './visual-content.ts'
import type { WidgetName } from './widgets.ts'

type Part = Omit<VisualItem, 'id' | 'x' | 'y' | 'w' | 'h' | 'title'> & { readonly title?: string }
const figures = (query: string, columns: readonly string[]): readonly Part[] =>
  columns.map((column) => ({ widget: 'figure', query, columns: [column] }))
const chart = (widget: WidgetName, query: string, columns: readonly string[], more: Partial<Part> = {}): Part => ({
  widget,
  query,
  columns,
  ...more,
})
const table = (query: string): Part => ({ widget: 'table', query })

const ENERGY = chart('bar', 'reports.energy', ['energy'], { days: 30, by: 'period' })
const ONLINE = chart('line', 'reports.online', ['rate'], { days: 30, by: 'period' })
const TICKER: Part = { widget: 'ticker' }
const MAP: Part = { widget: 'map' }

const PARTS = {
  /** The trend on the home page. */
  wel: [ENERGY, ONLINE],
  /** city.overview */
  city: [
    ...figures('lamps', ['lamps', 'activeKw', 'litRate', 'onlineRate', 'fault', 'offline', 'gatewaysOnline']),
    chart('pie', 'states', ['lamps']),
    table('kinds'),
    chart('bar', 'areas', ['activeKw']),
    ENERGY,
    ONLINE,
    TICKER,
    table('troubles'),
    table('areas'),
  ],
  /** sun.overview */
  sun: [
    ...figures('solar', ['lamps', 'onlineRate', 'fault', 'soc', 'batteryVoltage', 'batteryCurrent', 'panelKw', 'loadKw']),
    chart('pie', 'solarStates', ['lamps']),
    chart('pie', 'solarBatteries', ['lamps']),
    table('lowBatteries'),
    table('solarFaults'),
  ],
  /** vis.overview */
  visual: [
    ...figures('lamps', ['lamps', 'activeKw', 'onlineRate', 'fault', 'gateways', 'gatewaysOnline']),
    chart('bar', 'areas', ['lamps', 'offline']),
    table('devices'),
    chart('pie', 'states', ['lamps']),
    table('areas'),
    TICKER,
    table('offlineGateways'),
  ],
  /** rt.smartCity.index: all systems beside the map. */
  smartCity: [
    ...figures('lamps', ['lamps', 'activeKw', 'litRate', 'onlineRate', 'fault']),
    ...figures('solar', ['panelKw']),
    MAP,
    TICKER,
    table('devices'),
    table('kinds'),
    ENERGY,
    chart('pie', 'states', ['lamps']),
  ],
} as const satisfies Readonly<Record<string, readonly Part[]>>
export type OverviewName = keyof typeof PARTS
export const OVERVIEW_NAMES = Object.keys(PARTS) as OverviewName[]

/** An overview page is a fixed board that the page lays out itself. */
export const overviewOf = (name: OverviewName, projectId = ''): VisualContent => ({
  config: { ...DEFAULT_CONFIG, projectId },
  items: PARTS[name].map((part, at): VisualItem => ({ ...part, id: `${name}-${at}`, x: 0, y: 0, w: 1, h: 1 })),
})
