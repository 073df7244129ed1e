import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { useProject } from '../session/project.ts'
import { api } from '../session/session.ts'
import { confirm } from '../widgets/confirm.tsx'
import type { ResourceConsole } from './console-resource.ts'
import { hasEnded, type ImportRecord, readImport } from './import-record.ts'
import { invalidate } from './invalidate.ts'

/** Polling interval of the progress, ms (decisions.md C12). */
const POLL = 2000

/** Polls one upload until its job has ended; then the lists reload. */
const useRecord = ({ resource }: ResourceConsole, uploadId: string | null): ImportRecord | undefined => {
  const { data } = useQuery({
    queryKey: [resource.name, 'import', uploadId],
    queryFn: async () => readImport(await api.get<unknown>(`${resource.api.base}/import/status`, { uploadId }, { quiet: true })),
    enabled: uploadId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => (query.state.data && hasEnded(query.state.data) ? false : POLL),
    placeholderData: undefined,
  })
  const ended = data !== undefined && hasEnded(data)
  useEffect(() => {
    if (ended) void invalidate(resource.name)
  }, [ended, resource.name])
  return data
}

/** State of an import from the selection of the file to preview, result and undo. */
export const useImport = (console: ResourceConsole) => {
  const { resource } = console
  const at = `${resource.api.base}/import`
  const t = useT()
  const { project } = useProject()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [covers, setCovers] = useState(false)
  const [missing, setMissing] = useState(false)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const [share, setShare] = useState(0)
  const [preview, setPreview] = useState<ImportRecord | null>(null)
  const [uploadId, setUploadId] = useState<string | null>(null)
  const record = useRecord(console, uploadId)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault('')
    try {
      await work()
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  const watch = async (id: string): Promise<void> => {
    setUploadId(id)
    await client.invalidateQueries({ queryKey: [resource.name, 'import', id] })
  }
  const discard = async (): Promise<void> => {
    if (preview && uploadId === null)
      await api.post(`${at}/discard`, { body: { uploadId: preview.uploadId }, quiet: true }).catch(() => null)
  }
  return {
    file,
    covers,
    missing,
    fault,
    busy,
    share,
    preview,
    record,
    sent: uploadId !== null,
    choose: (chosen: File): void => {
      setFile(chosen)
      setMissing(false)
      setFault('')
    },
    setCovers,
    check: async (): Promise<void> => {
      setMissing(file === null)
      if (!file) return
      await attempt(async () => {
        const data = new FormData()
        // Fields come before the file: a server that streams has read them when the file begins.
        if (covers) data.append('isCovered', '1')
        if (project && 'projectId' in resource.fields) data.append('projectId', project.id)
        data.append('file', file)
        setPreview(readImport(await api.upload<unknown>(`${at}/upload`, data, { onProgress: setShare, quiet: true })))
      })
    },
    run: (): Promise<void> =>
      attempt(async () => {
        if (!preview) return
        await api.post(`${at}/run`, { body: { uploadId: preview.uploadId }, quiet: true })
        await watch(preview.uploadId)
      }),
    undo: (): Promise<void> =>
      attempt(async () => {
        if (!record) return
        const effects = await api.get<{ removed: number; restored: number; kept: number }>(`${at}/undo`, { uploadId: record.uploadId })
        const agreed = await confirm({
          title: t(['撤销导入', 'Undo import']),
          text: t(
            [
              '删除 {removed} 行，恢复 {restored} 行；{kept} 行导入后已修改，将保留',
              '{removed} rows are removed, {restored} restored; {kept} changed since the import and are kept',
            ],
            effects,
          ),
          ok: t(['撤销导入', 'Undo import']),
          danger: true,
        })
        if (!agreed) return
        await api.post(`${at}/undo`, { body: { uploadId: record.uploadId }, quiet: true })
        await watch(record.uploadId)
      }),
    again: (): void => {
      void discard()
      setUploadId(null)
      setPreview(null)
      setFile(null)
    },
    discard,
    template: () => api.download(`${at}/template`, {}, { name: `${resource.code}-template.xlsx` }),
    failed: (id: string, name: string) => api.download(`${at}/failures/download`, { uploadId: id }, { name: `${name}-failed.xlsx` }),
  }
}
