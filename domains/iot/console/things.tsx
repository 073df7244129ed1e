import { Age, api, useFormat, useT } from '@lamplight/console-kit'
import { type ColumnProps, invalidate } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import './iot.css'
import { thing } from '../model/thing.listing.ts'
import type { thingCount, thingTypes } from '../server/thing.server.ts'
import { M } from './iot.messages.ts'
import type { Thing } from './thing-row.ts'

const REFRESH_MS = 30_000
const ThingDialog = lazy(async () => ({ default: (await import('./thing.dialog.tsx')).ThingDialog }))

export const Values = ({ value }: ColumnProps<typeof thing, 'properties'>) =>
  value === null || value.length === 0 ? (
    <span className="ll-f-none">{'—'}</span>
  ) : (
    <span className="ll-iot-values">
      {value.map((property) => (
        <span key={property.name}>
          <span>{property.label}</span> {property.unit ? `${property.value} ${property.unit}` : property.value || '—'}
        </span>
      ))}
    </span>
  )
export const Reported = ({ value }: ColumnProps<typeof thing, 'reportedAt'>) => <Age at={value} />

/** The filter by type, with the number of devices of each. */
export const useTypes = () => {
  const { number } = useFormat()
  const { data } = useQuery({
    queryKey: [thing.name, 'type'],
    queryFn: ({ signal }) => api.get<typeof thingTypes>('blade-device/gc-web/thing/type', {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  return useMemo(() => {
    const words = (data ?? []).map(({ code, name, total }): readonly [number, Text] => [
      code,
      [`${name}（${number(total)}）`, `${name} (${number(total)})`],
    ])
    return { type: f.choice(Object.fromEntries(words), { label: thing.filters.type.options.label, search: true }) }
  }, [data, number])
}

export const CountLine = () => {
  const t = useT()
  const { number } = useFormat()
  const { data: counts } = useQuery({
    queryKey: [thing.name, 'count'],
    queryFn: ({ signal }) => api.get<typeof thingCount>('blade-device/gc-web/thing/count', {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  if (!counts || counts.total === 0) return null
  const parts = [
    [M.total, counts.total],
    [M.online, counts.online],
    [M.offlineN, counts.offline],
    [M.faultN, counts.fault],
  ] as const
  return (
    <p className="ll-iot-counts">
      {parts.map(([text, n]) => (
        <span key={text[1]}>{t(text, { n: number(n) })}</span>
      ))}
    </p>
  )
}

export const Edit = ({ row }: { readonly row: Thing }) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = (saved: boolean): void => {
    setOpen(false)
    if (saved) void invalidate(thing.name)
  }
  return (
    <>
      <button type="button" className="ll-r-link" onClick={() => setOpen(true)}>
        {t(M.edit)}
      </button>
      <Suspense>{open && <ThingDialog thing={row} onClose={close} />}</Suspense>
    </>
  )
}
