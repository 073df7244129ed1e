import { Icon, Popover, useFormat, useT } from '@lamplight/console-kit'
import { M } from './map.messages.ts'
import type { DeviceLayerKind, useDeviceLayer } from './use-device-layer.ts'

type Layer = ReturnType<typeof useDeviceLayer>

const Entry = ({ layer, kind: { type, label, icon, total } }: { readonly layer: Layer; readonly kind: DeviceLayerKind }) => {
  const t = useT()
  const { number } = useFormat()
  const isOn = layer.isShown(type)
  return (
    <button
      type="button"
      className="ll-map-legend-entry"
      aria-pressed={isOn}
      title={`${label}: ${t(isOn ? M.hideLayer : M.showLayer)}`}
      onClick={() => layer.toggle(type)}
    >
      <span className="ll-city-kind" data-on={isOn || undefined}>
        <Icon name={icon} size={14} />
      </span>
      <span className="ll-map-legend-word">{label}</span>
      <span className="ll-map-legend-count">{number(total)}</span>
    </button>
  )
}

/** The visible layers, below the lamp states. A click hides a layer. */
export const DeviceLegend = ({ layer }: { readonly layer: Layer }) =>
  layer.shown.length === 0 ? null : (
    <div className="ll-city-kinds">
      {layer.shown.map((kind) => (
        <Entry key={kind.type} layer={layer} kind={kind} />
      ))}
    </div>
  )

/** Button that opens the list of all layers. At first the map shows only lamps; this browser keeps the layers that a user shows. */
export const DeviceLayers = ({ layer }: { readonly layer: Layer }) => {
  const t = useT()
  if (layer.kinds.length === 0) return null
  return (
    <Popover
      className="ll-city-layers"
      panelClass="ll-city-layer-list"
      label={t(M.layers)}
      named
      trigger={
        <>
          <Icon name="layers" />
          <span>{t(M.layers)}</span>
          {layer.shown.length > 0 && <b className="ll-city-layers-count">{layer.shown.length}</b>}
        </>
      }
    >
      {() => (
        <fieldset>
          <legend>{t(M.layersHint)}</legend>
          <div>
            {layer.kinds.map((kind) => (
              <Entry key={kind.type} layer={layer} kind={kind} />
            ))}
          </div>
          <button type="button" className="ll-button" disabled={layer.shown.length === 0} onClick={layer.hideAll}>
            {t(M.lampsOnly)}
          </button>
        </fieldset>
      )}
    </Popover>
  )
}
