import { Icon, later, navigate, notify, useFormat, usePageName, useT, useTab, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle } from '@lamplight/console-kit/map'
import { useCommandRights } from '@lamplight/control/console'
import type { Selector } from '@lamplight/control/model'
import { useRef, useState } from 'react'
import { useCounted } from '../counted.ts'
import { AreaPanel } from './area-panel.tsx'
import { DeviceLayers, DeviceLegend } from './device-legend.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DimPanel } from './dim-panel.tsx'
import type { Hit } from './find-on-map.ts'
import { LampCard } from './lamp-card.tsx'
import './map-page.css'
import './map-panels.css'
import { cityMap } from '../../model/pages.ts'
import { P } from '../past/past.messages.ts'
import { addressOf } from '../past/past-time.ts'
import { M } from './map.messages.ts'
import { MapPlaces } from './map-places.tsx'
import { MapSearch } from './map-search.tsx'
import { PlaceCard, usePlace } from './place-card.tsx'
import { RunPanel } from './run-panel.tsx'
import { useBaseMap, useCity } from './use-city.ts'
import { useDeviceLayer } from './use-device-layer.ts'
import { useLampInView, usePageKey } from './use-map-page.ts'
import { NO_PLACE, useMapTarget } from './use-map-target.ts'
import { usePlaceOnMap } from './use-place-on-map.ts'

const NOTHING_FIRST = { command: undefined, level: undefined } as const

const PastMap = later(async () => (await import('../past/past-map.tsx')).PastMap)

/** The city map, now or at a past instant (`?at=`). */
export const MapPage = () => (useTab().query.at ? <PastMap /> : <PresentMap />)

/** The lamps of institutes as they are now. */
export const InstituteMapPage = () => <PresentMap institute />
/** Type of the projects of institutes (decisions.md A41). */
const INSTITUTE = 4

/** Opens the replay at the present minute. */
const ReplayButton = () => {
  const t = useT()
  const tab = useTab()
  const { time } = useFormat()
  return (
    <button
      type="button"
      className="ll-city-layers"
      title={t(P.replayHint)}
      onClick={() =>
        tab.setQuery({ ...NO_PLACE, lamp: tab.query.lamp, batch: null, at: addressOf(time(Date.now(), 'minute')) }, { replace: false })
      }
    >
      <Icon name="history" />
      <span>{t(P.replay)}</span>
    </button>
  )
}

/** The city map: find a lamp, see its state, select and dim lamps, watch the progress of the command. */
const PresentMap = ({ institute = false }: { readonly institute?: boolean }) => {
  const t = useT()
  const counted = useCounted()
  const theme = useTheme()
  const tab = useTab()
  const name = usePageName(t(cityMap.label))
  const may = useCommandRights(1)
  const mayCommand = may.dim || may.on || may.release
  const map = useRef<CityMapHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLDivElement>(null)
  const city = useCity(undefined, institute ? INSTITUTE : undefined)
  const ground = useBaseMap()
  /** Number of times that the map was created: new tiles create it again. */
  const [engine, setEngine] = useState(0)
  const ready = engine > 0
  const [stood] = useState(() => () => setEngine((n) => n + 1))
  const [selected, setSelected] = useState(0)
  const [version, setVersion] = useState(0)
  const [areas, setAreas] = useState(false)
  const [sentId, setSentId] = useState<string | null>(null)
  const [sentVersion, setSentVersion] = useState(-1)
  /** The lamp whose card was open when the command was sent. */
  const [sentLamp, setSentLamp] = useState<string | null>(null)
  /** The command sent from this page, or the one in the address. */
  const batchId = sentId ?? tab.query.batch ?? null
  const lampId = tab.query.lamp ?? null
  const street = (name: string | undefined): void => map.current?.highlight(ground.base?.streets.find((one) => one.name[0] === name)?.id)
  const { target, settled, changed, selectorOf, select, open } = useMapTarget(map, tab, city, ready, street)
  const picked = useLampInView(map, frame, city, ready, lampId)
  const openLamp = (id: string | null): void => tab.setQuery({ ...(id ? NO_PLACE : {}), lamp: id })
  const kind = tab.query.gateway ? 'gateway' : 'post'
  const placeId = tab.query.gateway ?? tab.query.post ?? null
  const place = usePlace(kind, placeId)
  usePlaceOnMap(map, ready, placeId ? place.data : undefined)
  const devices = useDeviceLayer(map, engine, tab, theme)
  const choose = (hit: Hit): void => {
    if (hit.kind === 'lamp') openLamp(hit.deviceId || hit.id)
    else if (hit.kind === 'device') tab.setQuery({ ...NO_PLACE, device: hit.id })
    else open(hit.kind, hit.id)
  }
  const selector = (): Selector => selectorOf(map.current?.selectedIds() ?? [])
  const dimLamp = (id = lampId): void => {
    if (id) map.current?.select([id])
  }
  usePageKey('d', frame, () => {
    if (!may.dim) return
    if (selected === 0) dimLamp()
    requestAnimationFrame(() => slider.current?.querySelector<HTMLElement>('input[type=range]')?.focus())
  })
  const closeRun = (): void => {
    setSentId(null)
    setSentLamp(null)
    tab.setQuery({ batch: null })
    city.store.clearRuns()
  }
  const dimming = selected > 0 && mayCommand
  // On a phone the command's progress is in front until another object is selected.
  const front =
    batchId !== null &&
    (sentVersion === version || !dimming) &&
    (lampId === null || lampId === sentLamp) &&
    placeId === null &&
    devices.id === null
      ? 'run'
      : 'choice'
  const side = batchId !== null || dimming || lampId !== null || placeId !== null || devices.id !== null

  return (
    <div ref={frame} className="ll-city" data-side={side || undefined}>
      <h1 className="ll-hidden">{name}</h1>
      <CityMap
        ref={map}
        store={city.store}
        t={t}
        theme={theme}
        base={ground.base}
        tileUrl={ground.tileUrl}
        tileCrs={ground.tileCrs}
        viewKey={institute ? 'institute' : 'city'}
        readOnly={!mayCommand}
        onReady={stood}
        focused={lampId ? city.store.indexOf(lampId) : -1}
        above={devices.above}
        legendMore={<DeviceLegend layer={devices} />}
        onPick={(index) => {
          const id = index < 0 ? null : city.store.idOf(index)
          picked(id)
          if (id) openLamp(id)
          else tab.setQuery({ lamp: null, gateway: null, post: null, device: null })
        }}
        onFilteredOut={(count) => notify.info(t(M.filteredOut, { lamps: counted(count) }))}
        onSelectionChange={(count) => {
          setSelected(count)
          setVersion((old) => old + 1)
          changed()
        }}
      >
        <div className="ll-city-top">
          <MapSearch onChoose={choose} />
          <button type="button" className="ll-city-layers" onClick={() => setAreas(!areas)} aria-pressed={areas} title={t(M.areas)}>
            <Icon name="cluster" />
            <span>{t(M.areas)}</span>
          </button>
          <DeviceLayers layer={devices} />
          <MapPlaces map={map} ready={ready} city={city} lampId={lampId} onJump={(areaId) => open('area', areaId)} />
          {!institute && <ReplayButton />}
        </div>
        {areas && <AreaPanel onChoose={(areaId) => open('area', areaId)} onClose={() => setAreas(false)} />}
        <aside className="ll-city-side" data-front={front}>
          {batchId && <RunPanel batchId={batchId} onClose={closeRun} />}
          {dimming && (
            <DimPanel
              count={selected}
              target={target}
              version={version}
              first={settled ? { command: tab.query.command, level: tab.query.level } : NOTHING_FIRST}
              onFirst={() => tab.setQuery({ command: null, level: null })}
              selector={selector}
              deviceIds={() => map.current?.selectedIds() ?? []}
              slider={slider}
              onSent={(id) => {
                setSentId(id)
                setSentVersion(version)
                setSentLamp(lampId)
              }}
              onClose={() => map.current?.clearSelection()}
            />
          )}
          {placeId && !dimming && (
            <PlaceCard
              key={placeId}
              kind={kind}
              query={place}
              onClose={() => tab.setQuery(NO_PLACE)}
              onSelect={() => select(kind, placeId)}
              onLamp={openLamp}
            />
          )}
          {devices.id && !dimming && (
            <DevicePanel key={devices.id} id={devices.id} resource={devices.device?.resource} onClose={devices.close} />
          )}
          {lampId && !dimming && (
            <LampCard
              key={lampId}
              id={lampId}
              onClose={() => openLamp(null)}
              onDim={dimLamp}
              onReplaced={(id) => {
                openLamp(id)
                city.reload()
              }}
            />
          )}
        </aside>
        {tab.query.choose === 'params' && selected === 0 && city.count > 0 && (
          <p className="ll-city-hint" role="status">
            {t(M.chooseForParams)}
          </p>
        )}
        <CityHint city={city} institute={institute} />
      </CityMap>
    </div>
  )
}

/** Hint on the map while lamps load, after a failure, or if there are none. */
const CityHint = ({ city, institute }: { readonly city: ReturnType<typeof useCity>; readonly institute: boolean }) => {
  const t = useT()
  if (city.loading)
    return (
      <p className="ll-city-hint ll-city-loading" role="status">
        {t(M.loading)}
      </p>
    )
  if (city.error)
    return (
      <div className="ll-city-hint" role="alert">
        {t(M.failed)}
        <button type="button" className="ll-button ll-button--small" onClick={city.reload}>
          {t(M.retry)}
        </button>
      </div>
    )
  if (city.count > 0) return null
  return (
    <div className="ll-city-hint">
      <b>{t(M.noLamps)}</b>
      <span>{t(institute ? M.noInstitute : M.noLampsWhy)}</span>
      <button type="button" className="ll-button ll-button--small" onClick={() => navigate('/city/lampmanagement/lampinformation/index')}>
        {t(M.toLamps)}
      </button>
    </div>
  )
}
