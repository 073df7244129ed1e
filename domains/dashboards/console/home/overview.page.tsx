import { Age, Failure, Link, PageHeader, Skeleton, useFormat, usePageName, useT, useTheme } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { useMemo } from 'react'
import { type OverviewName, overviewOf } from '../../model/overviews.ts'
import type { VisualItem } from '../../model/visual-content.ts'
import type { WidgetData } from '../../model/widgets.ts'
import { BoardContext } from '../visual/board-place.ts'
import { M } from './home.messages.ts'
import './overview.css'
import { EVERY_MS } from './use-home-info.ts'
import { useOverview } from './use-overview.ts'
import '../visual/visual.css'
import { smartCity } from '../../model/pages.ts'
import { Widget } from '../visual/visual-widgets.tsx'

const TITLES: Readonly<Record<Exclude<OverviewName, 'wel'>, readonly [title: Text, about: Text]>> = {
  city: [
    ['城市概览', 'City lighting'],
    ['灯具、功率、用电与待处理告警', 'Lamps, power, energy and what needs attention'],
  ],
  sun: [
    ['太阳能概览', 'Solar lighting'],
    ['太阳能灯的电池、光伏与负载', 'Batteries, panels and loads of solar lamps'],
  ],
  visual: [
    ['综合概览', 'Smart poles'],
    ['各类设备的数量与状态', 'Devices by kind, and their state'],
  ],
  smartCity: [smartCity.label, ['各系统的当前状态', 'All systems now']],
}
const STALE_MS = 3 * EVERY_MS

/** A figure that leads to its rows. */
const Figure = ({ item, data }: { readonly item: VisualItem; readonly data: WidgetData | undefined }) => {
  const { number } = useFormat()
  const at = data?.columns.findIndex(({ code }) => code === item.columns?.[0]) ?? -1
  const column = data?.columns[at]
  if (!data || !column) return null
  const value = data.rows[0]?.[at] ?? null
  const body = (
    <>
      <span>{column.name}</span>
      <strong>
        {typeof value === 'number' ? (
          <>
            {number(value, column.decimals)} <small>{column.unit}</small>
          </>
        ) : (
          '—'
        )}
      </strong>
    </>
  )
  const link = column.link || data.link
  return <li>{link ? <Link to={link}>{body}</Link> : body}</li>
}

/** What the number of solar lamps adds, if the list of solar devices does not have all of them. */
const SolarParts = ({ data }: { readonly data: WidgetData | undefined }) => {
  const t = useT()
  const { number } = useFormat()
  const figure = (code: string): number => Number(data?.rows[0]?.[data.columns.findIndex((column) => column.code === code)] ?? 0)
  const [lamps, wired] = [figure('lamps'), figure('wired')]
  if (wired === 0) return null
  return (
    <p className="ll-home-note">
      {t(M.solarParts, { lamps: number(lamps), own: number(lamps - wired), wired: number(wired) })}{' '}
      <Link to={data?.columns.find(({ code }) => code === 'wired')?.link ?? ''}>{t(M.solarWired)}</Link>
    </p>
  )
}

/** The figures and cards of an overview; on phones below each other. */
export const OverviewParts = ({
  items,
  values,
  projectId,
}: {
  readonly items: readonly VisualItem[]
  readonly values: ReadonlyMap<string, WidgetData>
  readonly projectId: string
}) => {
  const theme = useTheme()
  const place = useMemo(() => ({ source: { id: '' }, values, theme, projectId }), [values, theme, projectId])
  const isFigure = ({ widget }: VisualItem): boolean => widget === 'figure'
  return (
    <BoardContext value={place}>
      {items.some(isFigure) && (
        <ul className="ll-overview-figures">
          {items.filter(isFigure).map((item) => (
            <Figure key={item.id} item={item} data={values.get(item.id)} />
          ))}
        </ul>
      )}
      <div className="ll-overview-cards">
        {items
          .filter((item) => !isFigure(item))
          .map((item) => (
            <Widget key={item.id} item={item} named />
          ))}
      </div>
    </BoardContext>
  )
}

const Overview = ({ name }: { readonly name: Exclude<OverviewName, 'wel'> }) => {
  const t = useT()
  const [title, about] = TITLES[name]
  const pageName = usePageName(t(title))
  const { query, values, projectId } = useOverview(name)
  const { items } = useMemo(() => overviewOf(name), [name])
  if (!query.data)
    return query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton kind="page" rows={10} />
  return (
    <div className="ll-overview" data-full={name === 'smartCity' || undefined}>
      <PageHeader title={pageName} about={t(about)}>
        <small className="ll-visual-hint">
          {t(M.asOf)} <Age at={query.dataUpdatedAt} staleMs={STALE_MS} />
        </small>
      </PageHeader>
      {name === 'sun' && <SolarParts data={values.get('sun-0')} />}
      <OverviewParts items={items} values={values} projectId={projectId} />
    </div>
  )
}

/** The overview pages of the systems (city.overview, sun.overview, vis.overview, rt.smartCity.index). */
export const overviewPage = (name: Exclude<OverviewName, 'wel'>) => () => <Overview name={name} />
