import { api, navigate, usePermission, useT, useTab, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle } from '@lamplight/console-kit/map'
import { Button, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { AreaPanel } from './area-panel.tsx'
import { DimPanel } from './dim-panel.tsx'
import { LampCard } from './lamp-card.tsx'
import './map-page.css'
import { M } from './map.messages.ts'
import { type Hit, MapSearch } from './map-search.tsx'
import { RunPanel } from './run-panel.tsx'
import { useBaseMap, useCity } from './use-city.ts'
import type { Selector } from './use-command.ts'

/** The city on the map: find a lamp, see what it does, select some and dim them, watch the command climb. */
export const MapPage = () => {
  const t = useT()
  const theme = useTheme()
  const tab = useTab()
  const mayDim = usePermission('controller_dim')
  const map = useRef<CityMapHandle>(null)
  const city = useCity()
  const ground = useBaseMap()
  const [selected, setSelected] = useState(0)
  const [areas, setAreas] = useState(false)
  const [batchId, setBatchId] = useState<string | null>(null)
  const lampId = tab.query.lamp ?? null
  const openLamp = (id: string | null): void => tab.setQuery({ lamp: id })

  useEffect(() => {
    if (!lampId || city.count === 0) return
    const index = city.store.indexOf(lampId)
    const points = city.store.points()
    if (index >= 0 && map.current && !map.current.spotOf(index))
      map.current.flyTo(points.lng[index] as number, points.lat[index] as number, 17)
  }, [lampId, city.count, city.store])

  const selectIds = async (query: { areaId?: string; groupId?: string }): Promise<void> => {
    const ids = await api.get<string[]>('/api/blade-city/lamp/ids', query)
    map.current?.select(ids)
    map.current?.fit(ids)
  }
  const choose = (hit: Hit): void => {
    if (hit.kind === 'area') void selectIds({ areaId: hit.id })
    else if (hit.kind === 'group') void selectIds({ groupId: hit.id })
    else if (hit.lng !== null && hit.lat !== null) {
      map.current?.flyTo(hit.lng, hit.lat, 18)
      if (hit.kind === 'lamp') openLamp(hit.deviceId || hit.id)
    }
  }
  const selector = (): Selector => ({ controllerIds: map.current?.selectedIds() ?? [] })

  return (
    <div className="ll-city">
      <CityMap
        ref={map}
        store={city.store}
        t={t}
        theme={theme}
        base={ground.base}
        tileUrl={ground.tileUrl}
        tileCrs={ground.tileCrs}
        viewKey="city"
        readOnly={!mayDim}
        focused={lampId ? city.store.indexOf(lampId) : -1}
        onPick={(index) => openLamp(index < 0 ? null : city.store.idOf(index))}
        onSelectionChange={(count) => setSelected(count)}
      >
        <div className="ll-city-top">
          <MapSearch onChoose={choose} />
          <Button onClick={() => setAreas(!areas)} aria-pressed={areas}>
            {t(M.areas)}
          </Button>
        </div>
        {areas && <AreaPanel onChoose={(areaId) => void selectIds({ areaId })} onClose={() => setAreas(false)} />}
        <aside className="ll-city-side">
          {batchId && <RunPanel batchId={batchId} onClose={() => setBatchId(null)} />}
          {selected > 0 && mayDim && (
            <DimPanel count={selected} selector={selector} onSent={setBatchId} onClose={() => map.current?.clearSelection()} />
          )}
          {lampId && selected === 0 && <LampCard id={lampId} onClose={() => openLamp(null)} onDim={() => map.current?.select([lampId])} />}
        </aside>
        {city.loading && (
          <p className="ll-city-hint">
            <Spin size="small" /> {t(M.loading)}
          </p>
        )}
        {city.error && (
          <p className="ll-city-hint" role="alert">
            {t(M.failed)}{' '}
            <Button size="small" onClick={city.reload}>
              {t(M.retry)}
            </Button>
          </p>
        )}
        {!city.loading && !city.error && city.count === 0 && (
          <div className="ll-city-hint">
            <b>{t(M.noLamps)}</b> {t(M.noLampsWhy)}{' '}
            <Button size="small" onClick={() => navigate('/city/lampmanagement/lampinformation')}>
              {t(M.toLamps)}
            </Button>
          </div>
        )}
      </CityMap>
    </div>
  )
}
