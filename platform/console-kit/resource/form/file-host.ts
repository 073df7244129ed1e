import type { FileHost } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../i18n/format.ts'
import { api } from '../../session/session.ts'
import { Dialog } from '../../widgets/dialog.tsx'

const send: FileHost['send'] = (path, file, { onShare, signal }) => {
  const form = new FormData()
  form.set('file', file, file.name)
  return api.upload(path, form, { onProgress: onShare, signal, quiet: true })
}
/** Loads the content with the session's token, which an `img` element does not send. */
const useUrl: FileHost['useUrl'] = (link, type) => {
  const { data } = useQuery({
    queryKey: ['file', link],
    queryFn: async ({ signal }) => new Blob([await api.bytes(link ?? '', {}, { signal, quiet: true })], { type }),
    enabled: link !== null,
    staleTime: 300_000,
    retry: false,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return undefined
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [data])
  return url
}
const save: FileHost['save'] = (link, name) => void api.download(link, {}, { name }).catch(() => undefined)

/** Uploads, loads and saves the files of fields; its code is loaded with the first file. */
export const fileHost: FileHost = { send, useUrl, save, bytes: formatBytes, Dialog }
