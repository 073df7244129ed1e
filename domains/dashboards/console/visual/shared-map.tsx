import { api, useT } from '@lamplight/console-kit'
import { CityMap, createLampStore, decodeLampPacket } from '@lamplight/console-kit/map'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { SHARED } from './use-visual.ts'

const EVERY_MS = 30_000

/** Lamps of a shared dashboard, read again every 30 s. */
export const SharedMap = ({ code, theme }: { readonly code: string; readonly theme: string }) => {
  const t = useT()
  const store = useMemo(() => createLampStore(), [])
  const { data } = useQuery({
    queryKey: ['visual', 'lamps', code],
    queryFn: async ({ signal }) => decodeLampPacket(await api.bytes(`${SHARED}/lamps`, { code }, { signal, quiet: true, open: true })),
    refetchInterval: EVERY_MS,
    structuralSharing: false,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (data) store.load(data)
  }, [data, store])
  return <CityMap store={store} t={t} theme={theme} readOnly />
}
