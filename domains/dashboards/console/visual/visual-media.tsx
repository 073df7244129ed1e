import { api, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBoardPlace } from './board-place.ts'
import { BASE, SHARED } from './use-visual.ts'
import { V } from './visual.messages.ts'

const STALE_MS = 3_600_000

/** Address of a file of the board. Users load it with their token, which an `img` does not send; viewers of a link have a cookie. */
export const useFileUrl = (id: string): string | null => {
  const { source } = useBoardPlace()
  const code = source && 'code' in source ? source.code : null
  const { data } = useQuery({
    queryKey: ['visual', 'file', id],
    enabled: code === null,
    queryFn: async ({ signal }) => new Blob([await api.bytes(`${BASE}/file/${id}`, {}, { signal, quiet: true })]),
    staleTime: STALE_MS,
    retry: false,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return undefined
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return code === null ? url : `/api/${SHARED}/file/${id}?code=${encodeURIComponent(code)}`
}

export const Picture = ({ id }: { readonly id: string }) => {
  const url = useFileUrl(id)
  return url ? <img className="ll-visual-media" src={url} alt="" /> : null
}
/** Walls play without sound, because browsers start no video with sound by themselves. */
export const Video = ({ id }: { readonly id: string }) => {
  const t = useT()
  const url = useFileUrl(id)
  return url ? <video className="ll-visual-media" src={url} autoPlay loop muted playsInline aria-label={t(V.file)} /> : null
}
