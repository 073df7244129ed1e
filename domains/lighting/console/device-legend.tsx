import { Icon, useFormat, useT } from '@lamplight/console-kit'
import { M } from './map.messages.ts'
import type { useDeviceLayer } from './use-device-layer.ts'

/** Entries of the legend that switch the layers of devices. */
export const DeviceLegend = ({ layer }: { readonly layer: ReturnType<typeof useDeviceLayer> }) => {
  const t = useT()
  const { number } = useFormat()
  if (layer.kinds.length === 0) return null
  return (
    <div className="ll-city-kinds">
      {layer.kinds.map(({ type, label, icon, total }) => {
        const isOn = layer.isShown(type)
        return (
          <button
            key={type}
            type="button"
            className="ll-map-legend-entry"
            aria-pressed={isOn}
            data-hidden={!isOn || undefined}
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
      })}
    </div>
  )
}
