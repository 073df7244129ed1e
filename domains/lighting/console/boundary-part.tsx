import { api, Can, confirm, notify, usePermission, useT, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle, editRing, type Outline, showOutlines } from '@lamplight/console-kit/map'
import type { DetailPart } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import './boundary.css'
import { G } from './map/ground.messages.ts'
import { type BoundaryRow, outlineOf, useOutlines } from './map/map-ground.ts'
import { useBaseMap, useCity } from './map/use-city.ts'

type Ring = readonly (readonly [number, number])[]
const NONE: readonly Outline[] = []
const open = (ring: Ring): Ring => ring.slice(0, -1)
const closed = (ring: Ring): Ring => [...ring, ring[0] as readonly [number, number]]

const useBoundary = (areaId: string) =>
  useQuery({
    queryKey: ['places.area', 'boundary', areaId],
    queryFn: async ({ signal }) =>
      (await api.get<readonly BoundaryRow[]>('blade-system/area/boundaries', { areaId }, { signal, quiet: true }))[0] ?? null,
  })

/** Map with the boundary of an area: view, draw, edit and remove it. */
export const BoundaryPart: DetailPart = ({ row }) => {
  const t = useT()
  const theme = useTheme()
  const may = usePermission('area_edit')
  const map = useRef<CityMapHandle>(null)
  const city = useCity()
  const ground = useBaseMap()
  const { data, refetch } = useBoundary(row.id)
  const [ready, setReady] = useState(0)
  const [ring, setRing] = useState<Ring | null>(null)
  const [busy, setBusy] = useState(false)
  const [stood] = useState(() => () => setReady((n) => n + 1))
  const editing = ring !== null
  const shown = useMemo(() => (data && !editing ? [outlineOf(data)] : NONE), [data, editing])
  useOutlines(map, ready > 0, shown)
  const show = useEffectEvent(() => {
    const at = map.current?.ground()
    if (at && data) showOutlines(at.map, [outlineOf(data)], at.crs)
  })
  useEffect(() => {
    if (ready > 0 && data) requestAnimationFrame(() => show())
  }, [ready, data])
  const first = useEffectEvent(() => ring ?? [])
  useEffect(() => {
    const at = editing && ready > 0 ? map.current?.ground() : undefined
    if (!at) return
    const editor = editRing(at.map, {
      ring: first(),
      crs: at.crs,
      words: { corner: t(G.corner), between: t(G.between) },
      onChange: setRing,
    })
    return editor.remove
  }, [editing, ready, t])
  const save = async (boundary: object | null): Promise<void> => {
    setBusy(true)
    try {
      await api.post('blade-system/area/boundary', { body: { areaId: row.id, boundary } })
      notify.success(boundary ? G.saved : G.taken)
      setRing(null)
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  const send = (): void => {
    if (ring && ring.length >= 3)
      void save({ type: 'Polygon', coordinates: [closed(ring), ...(data?.boundary.coordinates.slice(1) ?? [])] }).catch(() => undefined)
  }
  const take = async (): Promise<void> => {
    if (await confirm({ title: t(G.takeTitle), text: t(G.takeText), ok: t(G.take), danger: true })) await save(null).catch(() => undefined)
  }
  return (
    <section className="ll-boundary" aria-label={t(G.boundary)}>
      <header>
        <h2>{t(G.boundary)}</h2>
        {!editing && data === null && <span className="ll-boundary-hint">{t(G.none)}</span>}
        {!editing && (
          <Can code="area_edit">
            <button type="button" className="ll-button" onClick={() => setRing(data ? open(data.boundary.coordinates[0] ?? []) : [])}>
              {t(data ? G.edit : G.draw)}
            </button>
            {data && (
              <button type="button" className="ll-button" disabled={busy} onClick={() => void take()}>
                {t(G.take)}
              </button>
            )}
          </Can>
        )}
        {editing && may && (
          <>
            <span className="ll-boundary-hint">{t(G.hint, { n: ring.length })}</span>
            <button type="button" className="ll-button" disabled={busy} onClick={() => setRing(null)}>
              {t(G.cancel)}
            </button>
            <button type="button" className="ll-button ll-button--primary" disabled={busy || ring.length < 3} onClick={send}>
              {t(G.save)}
            </button>
          </>
        )}
      </header>
      <div className="ll-boundary-map">
        <CityMap
          inPage
          ref={map}
          store={city.store}
          t={t}
          theme={theme}
          base={ground.base}
          tileUrl={ground.tileUrl}
          tileCrs={ground.tileCrs}
          readOnly
          onReady={stood}
        />
      </div>
    </section>
  )
}
