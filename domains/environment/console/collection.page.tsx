import { Empty, Icon, PageHeader, useFormat, useT, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle, createLampStore } from '@lamplight/console-kit/map'
import { FilterField, type RowColumn, RowLink, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { useBaseMap } from '@lamplight/lighting/base-map'
import { useMemo, useRef, useState } from 'react'
import './environment.css'
import { trashCollection } from '../model/pages.ts'
import { M } from './environment.messages.ts'
import { type Collection, type Stop, useCollection } from './use-collection.ts'
import { useCollectionMap } from './use-collection-map.ts'

const M_PER_KM = 1000
/** Month to minute in `yyyy-MM-dd HH:mm:ss`. */
const MINUTES = [5, 16] as const

interface MapProps {
  readonly route: Collection | undefined
  readonly onStart: (at: { readonly lng: number; readonly lat: number }) => void
}
const RouteMap = ({ route, onStart }: MapProps) => {
  const t = useT()
  const theme = useTheme()
  const map = useRef<CityMapHandle>(null)
  const store = useMemo(() => createLampStore(), [])
  const ground = useBaseMap()
  const [engine, setEngine] = useState(0)
  const [stood] = useState(() => () => setEngine((n) => n + 1))
  useCollectionMap(map, { engine, theme, route, startName: t(M.start) }, onStart)
  return (
    <div className="ll-env-map">
      <CityMap
        ref={map}
        store={store}
        t={t}
        theme={theme}
        base={ground.base}
        tileUrl={ground.tileUrl}
        tileCrs={ground.tileCrs}
        readOnly
        inPage
        legend={null}
        onReady={stood}
      />
    </div>
  )
}

const Stops = ({ route }: { readonly route: Collection }) => {
  const t = useT()
  const { unit, number } = useFormat()
  const order = useMemo(() => new Map(route.records.map(({ id }, at) => [id, at + 1])), [route])
  const columns = useMemo(
    (): readonly RowColumn<Stop>[] => [
      { key: 'order', label: M.order, width: 70, cell: ({ id }) => number(order.get(id)) },
      {
        key: 'bin',
        label: M.bin,
        width: 150,
        cell: ({ id, name, sn }) => (
          <RowLink resource="environment.trash" id={id}>
            {name || sn}
          </RowLink>
        ),
      },
      { key: 'fill', label: M.fillLevel, width: 96, align: 'right', cell: ({ fillLevel }) => unit(fillLevel, '%', 0) },
      { key: 'leg', label: M.leg, width: 110, align: 'right', cell: ({ leg }) => unit(leg, 'm', 0) },
      {
        key: 'at',
        label: M.reported,
        width: 120,
        cell: ({ reportedAt }) => <time className="ll-f-number">{reportedAt.slice(...MINUTES) || '—'}</time>,
      },
    ],
    [unit, number, order],
  )
  return <RowTable columns={columns} rows={route.records} label={t(trashCollection.label)} keyOf={({ id }) => id} />
}

/** The route along the bins that are to be emptied, as list and map, with a print layout. The catalogue has no such page. */
export const CollectionPage = () => {
  const t = useT()
  const { number, time } = useFormat()
  const { query, threshold, hasStart, setThreshold, setStart } = useCollection()
  const route = query.data
  return (
    <div className="ll-r-page ll-env-page ll-env-collection">
      <PageHeader title={t(trashCollection.label)} about={t(M.collectionAbout)}>
        <button type="button" className="ll-button" disabled={!route || route.records.length === 0} onClick={() => window.print()}>
          <Icon name="print" size={16} />
          {t(M.print)}
        </button>
      </PageHeader>
      <search className="ll-r-search">
        <FilterField label={M.threshold}>
          {(id) => (
            <input
              key={threshold}
              id={id}
              type="number"
              min={0}
              max={100}
              className="ll-f-input"
              defaultValue={threshold}
              onBlur={(event) => setThreshold(event.target.valueAsNumber || 0)}
              onKeyDown={(event) => event.key === 'Enter' && setThreshold(event.currentTarget.valueAsNumber || 0)}
            />
          )}
        </FilterField>
        <p className="ll-env-start">
          {t(hasStart ? M.startChosen : M.startNorth)} · {t(M.startHint)}
          {hasStart && (
            <button type="button" className="ll-r-link" onClick={() => setStart(null)}>
              {t(M.startClear)}
            </button>
          )}
        </p>
      </search>
      {!route ? (
        <Waiting query={query} rows={8} />
      ) : (
        <>
          <p className="ll-env-line" role="status">
            {t(M.stops, { n: number(route.records.length), km: number(route.metres / M_PER_KM, 1) })}
            {route.isCut === 1 && <span>{t(M.cut, { n: number(route.records.length), total: number(route.total) })}</span>}
            <span className="ll-env-printed">{t(M.printed, { at: time(Date.now()) })}</span>
          </p>
          {route.records.length === 0 ? (
            <Empty text={t(M.noStops)}>
              <p>{t(M.lowerIt)}</p>
            </Empty>
          ) : (
            <div className="ll-env-route">
              <Stops route={route} />
              <RouteMap route={route} onStart={setStart} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
