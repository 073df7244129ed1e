import { Empty, useFormat, useT } from '@lamplight/console-kit'
import { type DeviceProperty, isStoredNumber } from '@lamplight/kit'
import './device.css'
import { D } from './device.messages.ts'
import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'
import { staleAfter } from './device-values.ts'
import { useStale } from './reported-value.tsx'
import { useDeviceState } from './use-device-state.ts'
import { valueWords } from './value-words.ts'

/** Hint for a device that has never reported. */
const whySilent = ({ activated, gatewayId }: DeviceRow) => {
  if (activated === false) return D.checkActivated
  return gatewayId ? D.checkOnline : D.checkGateway
}

/** Returns true if rows hold the value as devices report it. Times and texts of a vocabulary have another form there. */
const isInRow = (property: DeviceProperty): boolean => isStoredNumber(property) || (property.type === 'text' && !property.words)

/** The latest value of each property of a device. */
export const DeviceLive = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const t = useT()
  const format = useFormat()
  const { values, faults } = useDeviceState(kind, row)
  const stale = useStale(row.reportedAt, staleAfter(kind.type, row))
  if (!row.reportedAt) return <Empty title={t(D.neverReported)} text={t(whySilent(row))} />
  return (
    <dl className="ll-device-values" aria-label={t(D.valuesAbout)} data-stale={stale || undefined}>
      {Object.entries(kind.type.properties).map(([name, property]) => {
        if (property.retired) return null
        const value = name in row && isInRow(property) ? row[name] : values[name]
        const words = name === 'faults' ? faults.join(t(D.comma)) || t(D.none) : valueWords(property, value, { t, format })
        return (
          <div key={name} data-property={name}>
            <dt>{t(property.label)}</dt>
            <dd key={words} data-kind={property.type ?? 'number'}>
              {words ?? <span className="ll-f-none">{'—'}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
