import 'leaflet/dist/leaflet.css'
import type { CSSProperties } from 'react'
import { useConnection } from '../live/use-live.ts'
import { LampLegend } from './lamp-legend.tsx'
import './map.css'
import './map-phone.css'
import { DraftOverlay, FanOverlay, FocusOverlay } from './map-overlay.tsx'
import { MapScale } from './map-scale.tsx'
import { MapTools, MapZoom } from './map-tools.tsx'
import { MAP_TEXTS } from './messages.ts'
import type { Spot } from './pointing.ts'
import './stale.css'
import { type CityMapProps, useCityMap } from './use-city-map.ts'
import { useLampCounts } from './use-lamp-counts.ts'
import { themeAttribute } from './use-palette.ts'

/** Position of a tooltip: right below the pointer, or on the other side near the map's edge. */
const tooltipPlace = ({ x, y }: Spot, root: HTMLElement | null): CSSProperties => ({
  left: x,
  top: y,
  translate: `${root && x > root.clientWidth - 300 ? 'calc(-100% - var(--ll-space-3))' : 'var(--ll-space-3)'} ${root && y > root.clientHeight - 120 ? 'calc(-100% - var(--ll-space-3))' : 'var(--ll-space-3)'}`,
})

/** The city map: every lamp with its state over streets or tiles; lamps can be clicked and selected. */
export const CityMap = (props: CityMapProps) => {
  const { store, t, theme, readOnly = false, tooltip, children } = props
  const { root, host, engine, filter, setFilter, tool, setTool, selected, fan, pickHead, overlay, attribution, background } =
    useCityMap(props)
  const counts = useLampCounts(store)
  const { state } = useConnection()
  const stale = state === 'lost' || state === 'kicked' ? '' : undefined
  return (
    <div ref={root} className="ll-map" {...themeAttribute(theme)} data-tool={tool} data-stale={stale} style={{ background }}>
      <div ref={host} className="ll-map-host" role="application" aria-label={t(MAP_TEXTS.map)} aria-description={t(MAP_TEXTS.keys)} />
      {overlay.focus && engine && <FocusOverlay spot={overlay.focus} diameter={engine.diameter()} />}
      <DraftOverlay path={overlay.draft} />
      {overlay.fan && <FanOverlay spot={overlay.fan} indices={fan} store={store} t={t} onPick={pickHead} />}
      {overlay.hover && (
        <div className="ll-map-tooltip" style={tooltipPlace(overlay.hover.spot, root.current)}>
          {tooltip?.(overlay.hover.index)}
        </div>
      )}
      {!readOnly && (
        <MapTools
          tool={tool}
          selected={selected}
          onTool={setTool}
          onView={() => engine?.selectView('replace')}
          onClear={() => engine?.clearSelection()}
          t={t}
        />
      )}
      <LampLegend counts={counts} filter={filter} onFilter={setFilter} theme={theme} t={t} words={props.legend}>
        {props.legendMore}
      </LampLegend>
      <div className="ll-map-corner">
        <MapZoom onZoom={(step) => engine?.map.setZoom(engine.map.getZoom() + step)} onAll={() => engine?.fit()} t={t} />
        {engine && <MapScale map={engine.map} />}
        {attribution && <span className="ll-map-attribution">{attribution}</span>}
      </div>
      {children}
    </div>
  )
}
