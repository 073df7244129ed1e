import { type Ctx, formatTime, mayUse, type Platform } from '@lamplight/server-kit'
import { QUERIES } from '../model/queries.ts'
import { filesIn, type VisualContent, type VisualItem } from '../model/visual-content.ts'
import { TICKER_QUERY, type WidgetData } from '../model/widgets.ts'
import { seesFindings } from './finding-sources.ts'
import { createAnswerCache } from './kept.ts'
import { columnsOf, isQuery, readQuery } from './queries.ts'
import { isGroup, mayRead, readReport, reportNamed } from './report-queries.ts'

type Answer = Omit<WidgetData, 'id'>
const REFUSED: Answer = { refused: true, link: '', columns: [], rows: [] }
const queryOf = ({ widget, query }: VisualItem): string => (widget === 'ticker' ? TICKER_QUERY : (query ?? ''))
const keyOf = (item: VisualItem): string => JSON.stringify([queryOf(item), item.days ?? 0, item.by ?? ''])

/** Returns the first item that names an unknown query, column, group or file. A query that the user may not read is not a fault: another user may. */
export const namesFault = (ctx: Ctx, content: VisualContent, files: ReadonlySet<string>): string | null => {
  const strange = [...filesIn(content)].find((id) => !files.has(id))
  if (strange) return `file ${strange}`
  for (const [at, item] of content.items.entries()) {
    if (!item.query) continue
    const fault = (what: string): string => `items[${at}].${what}`
    const report = reportNamed(ctx, item.query)
    if (!report && !isQuery(item.query)) return fault(`query ${item.query.slice(0, 40)}`)
    const known: readonly string[] = report
      ? Object.keys(report.measures)
      : QUERIES[item.query as keyof typeof QUERIES].columns.map(({ code }) => code)
    const column = item.columns?.find((one) => !known.includes(one))
    if (column !== undefined) return fault(`columns ${column.slice(0, 40)}`)
    if (item.by !== undefined && !(report && isGroup(report, item.by))) return fault(`by ${item.by.slice(0, 40)}`)
    if (item.days !== undefined && !report) return fault('days')
  }
  return null
}

const answerOf = async (ctx: Ctx, item: VisualItem, { config: { projectId, areaId } }: VisualContent): Promise<Answer> => {
  const name = queryOf(item)
  const places = { projectId, areaId }
  const report = reportNamed(ctx, name)
  if (report) return mayRead(ctx, report) ? { refused: false, ...(await readReport(report, ctx, item, places)) } : REFUSED
  if (!isQuery(name) || !mayUse(ctx.user, QUERIES[name].right)) return REFUSED
  if (name === TICKER_QUERY && !seesFindings(ctx)) return REFUSED
  return { refused: false, link: QUERIES[name].link, columns: columnsOf(name, ctx), rows: await readQuery(name, ctx, places) }
}

const caches = new WeakMap<Platform, ReturnType<typeof createAnswerCache<Answer>>>()

export interface BoardData {
  readonly at: string
  readonly values: readonly WidgetData[]
}
/** Answers the queries of all widgets, as the user of `ctx` may see them. Widgets with the same query share one answer. */
export const dataOf = async (ctx: Ctx, content: VisualContent): Promise<BoardData> => {
  const cache = caches.get(ctx.platform) ?? createAnswerCache<Answer>()
  caches.set(ctx.platform, cache)
  const { projectId, areaId } = content.config
  const asked = new Map<string, Promise<Answer>>()
  const of = (item: VisualItem): Promise<Answer> => {
    const key = keyOf(item)
    const known = asked.get(key)
    if (known) return known
    const made = cache(`${ctx.user.id} ${ctx.lang} ${projectId} ${areaId} ${key}`, () => answerOf(ctx, item, content))
    asked.set(key, made)
    return made
  }
  const items = content.items.filter((item) => queryOf(item) !== '')
  const values = await Promise.all(items.map(async (item) => ({ id: item.id, ...(await of(item)) })))
  return { at: formatTime(ctx.now(), ctx.zone), values }
}
