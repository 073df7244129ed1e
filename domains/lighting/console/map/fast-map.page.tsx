import { api, navigate, useT, useTab, useTheme } from '@lamplight/console-kit'
import { CityMap, type CityMapHandle, createLampStore, decodeLampPacket, type Outline } from '@lamplight/console-kit/map'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import '../boundary.css'
import { G } from './ground.messages.ts'
import { type BoundaryRow, outlineOf, useOutlines } from './map-ground.ts'

interface Fast {
  readonly name: string
  readonly areaId: string
  readonly boundaries: readonly Omit<BoundaryRow, 'areaId'>[]
}
const REFRESH_MS = 30_000
const NONE: readonly Outline[] = []

/** Loads the map of a code: for a share its lamps without ids; for an area (signed-in users) the lamps as usual. */
const useFastMap = (code: string) => {
  const store = useMemo(() => createLampStore(), [])
  const about = useQuery({
    queryKey: ['fastMap', code],
    queryFn: ({ signal }) => api.get<Fast>('blade-system/mapShare/fastMap', { code }, { signal, quiet: true, open: true }),
    retry: false,
    enabled: code !== '',
  })
  const own = about.data?.areaId ?? ''
  const lamps = useQuery({
    queryKey: ['fastMap', code, 'lamps', own],
    queryFn: async () => decodeLampPacket(await api.bytes(own ? 'blade-city/lamp/map' : 'blade-city/lamp/shared', own ? {} : { code })),
    enabled: about.data !== undefined,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  })
  useEffect(() => {
    if (lamps.data) store.load(lamps.data)
  }, [lamps.data, store])
  return { store, about, own }
}

/**
 * Read-only map for everybody with the link (decisions.md A51): `code` says what is shown, `path` where a click on a lamp leads signed-in users.
 */
export const FastMapPage = () => {
  const t = useT()
  const theme = useTheme()
  const { query } = useTab()
  const map = useRef<CityMapHandle>(null)
  const code = query.code ?? ''
  const { store, about, own } = useFastMap(code)
  const [ready, setReady] = useState(false)
  const [stood] = useState(() => () => setReady(true))
  const outlines = useMemo(() => about.data?.boundaries.map(outlineOf) ?? NONE, [about.data])
  useOutlines(map, ready, outlines)
  if (code === '' || about.isError)
    return (
      <div className="ll-fast ll-fast-gone" role="alert">
        <b>{t(G.fastGone)}</b>
        <span>{t(G.fastAsk)}</span>
      </div>
    )
  return (
    <div className="ll-fast">
      <CityMap
        ref={map}
        store={store}
        t={t}
        theme={theme}
        readOnly
        onReady={stood}
        onPick={(index) => {
          if (index >= 0 && own && query.path?.startsWith('/')) navigate(query.path, { id: store.idOf(index) })
        }}
      >
        <h1 className="ll-fast-title">{about.data?.name ?? t(G.fastMap)}</h1>
      </CityMap>
    </div>
  )
}
