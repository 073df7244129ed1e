import { DEFAULT_CONFIG, type VisualContent, type VisualItem } from '../model/visual-content.ts'
import { FIGURE_WORDS, QUERY_WORDS } from '../model/words.ts'

/** Name and texts of the dashboard of a demo city, which are Chinese like those of the city. */
export const DEMO_TITLE = ['城市照明运行大屏', 'City lighting'] as const
const WORDS = {
  ...FIGURE_WORDS,
  states: QUERY_WORDS.states,
  kinds: ['按灯型的功率', 'Power by kind of lamp'],
  map: ['实时地图', 'Live map'],
  energy: ['近 14 天用电量（kWh）', 'Energy, last 14 days (kWh)'],
  areas: ['各区域实时功率（kW）', 'Power by area (kW)'],
  findings: ['待处理告警', 'What needs attention'],
  troubles: QUERY_WORDS.troubles,
} as const

const figure = (id: string, column: string, title: string, at: number): VisualItem => ({
  id,
  widget: 'figure',
  title,
  query: 'lamps',
  columns: [column],
  x: 20 + at * 240,
  y: 120,
  w: 220,
  h: 160,
})

/** The dashboard of a demo city: totals, the live map in the middle, energy, areas, and what needs attention. 1920×1080. */
export const demoBoard: VisualContent = {
  config: DEFAULT_CONFIG,
  items: [
    { id: 'title', widget: 'text', text: DEMO_TITLE[0], x: 20, y: 20, w: 900, h: 80 },
    { id: 'clock', widget: 'clock', x: 1460, y: 20, w: 440, h: 80 },
    figure('lamps', 'lamps', WORDS.lamps[0], 0),
    figure('power', 'activeKw', WORDS.power[0], 1),
    { id: 'states', widget: 'pie', title: WORDS.states[0], query: 'states', columns: ['lamps'], x: 20, y: 300, w: 460, h: 360 },
    {
      id: 'areas',
      widget: 'bar',
      title: WORDS.areas[0],
      query: 'areas',
      columns: ['activeKw'],
      x: 20,
      y: 680,
      w: 460,
      h: 380,
    },
    { id: 'map', widget: 'map', title: WORDS.map[0], x: 500, y: 120, w: 920, h: 620 },
    {
      id: 'energy',
      widget: 'line',
      title: WORDS.energy[0],
      query: 'reports.energy',
      columns: ['energy'],
      days: 14,
      by: 'period',
      x: 500,
      y: 760,
      w: 920,
      h: 300,
    },
    { ...figure('lit', 'litRate', WORDS.lit[0], 0), x: 1440 },
    { ...figure('online', 'onlineRate', WORDS.online[0], 0), x: 1680 },
    { id: 'findings', widget: 'ticker', title: WORDS.findings[0], x: 1440, y: 300, w: 460, h: 360 },
    {
      id: 'troubles',
      widget: 'table',
      title: WORDS.troubles[0],
      query: 'troubles',
      columns: ['lamps', 'fresh'],
      x: 1440,
      y: 680,
      w: 460,
      h: 380,
    },
  ],
}
