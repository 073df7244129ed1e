import { Failure, Icon, navigate, Skeleton, usePageName, useT, useTab, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle, createLampStore } from '@lamplight/console-kit/map'
import { DeviceCard } from '@lamplight/control/console'
import { useBaseMap } from '@lamplight/lighting/base-map'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { solarLampType } from '../model/solar-lamp.device.ts'
import { solarLamp } from '../model/solar-lamp.resource.ts'
import { SocLegend } from './soc-legend.tsx'
import './solar.css'
import { S } from './solar.messages.ts'
import { useSocLayer } from './use-soc-layer.ts'
import { useSolarPoints } from './use-solar-points.ts'

/** Card of the clicked lamp. */
const LampPanel = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const t = useT()
  const frame = (title: string, body: ReactNode) => (
    <section className="ll-solar-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="ll-solar-close" title={t(S.close)} aria-label={t(S.close)} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {body}
    </section>
  )
  return (
    <Suspense fallback={frame(t(solarLampType.label), <Skeleton rows={6} />)}>
      <DeviceCard resource={solarLamp.name} id={id} frame={frame} />
    </Suspense>
  )
}

/** The solar map (screen sun.map): every solar lamp in the colour of its state of charge; a click opens its card. */
export const SolarMapPage = () => {
  const t = useT()
  const theme = useTheme()
  const tab = useTab()
  const name = usePageName(t(S.map))
  const map = useRef<CityMapHandle>(null)
  const store = useMemo(() => createLampStore(), [])
  const ground = useBaseMap()
  const [engine, setEngine] = useState(0)
  const [stood] = useState(() => () => setEngine((n) => n + 1))
  const { points, error, version, reload } = useSolarPoints()
  const id = tab.query.device ?? null
  const { hidden, toggle, counts, above } = useSocLayer(map, { engine, theme, points, version, id }, (device) => tab.setQuery({ device }))
  return (
    <div className="ll-solar-map">
      <h1 className="ll-hidden">{name}</h1>
      <CityMap
        ref={map}
        store={store}
        t={t}
        theme={theme}
        base={ground.base}
        tileUrl={ground.tileUrl}
        tileCrs={ground.tileCrs}
        viewKey="sun"
        readOnly
        legend={null}
        onReady={stood}
        above={above}
        legendMore={<SocLegend counts={counts} hidden={hidden} onToggle={toggle} />}
        onPick={() => tab.setQuery({ device: null })}
      >
        {error && (
          <div className="ll-solar-note">
            <Failure error={error} onRetry={reload} />
          </div>
        )}
        {points?.isCut && <p className="ll-solar-note">{t(S.cut)}</p>}
        {points?.ids.length === 0 && (
          <div className="ll-solar-note">
            <b>{t(S.none)}</b>
            <span>{t(S.noneWhy)}</span>
            <button type="button" className="ll-button ll-button--small" onClick={() => navigate('/sun/device/index')}>
              {t(S.toList)}
            </button>
          </div>
        )}
        {id && <LampPanel id={id} onClose={() => tab.setQuery({ device: null })} />}
      </CityMap>
    </div>
  )
}
