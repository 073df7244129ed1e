import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useProject } from '../session/project.ts'
import { api } from '../session/session.ts'
import type { ResourceConsole } from './console-resource.ts'
import { initialDraft } from './draft.ts'
import { writeValues } from './entry.ts'
import { hasEnded, type ImportRecord, readImport } from './import-record.ts'
import { invalidate } from './invalidate.ts'
import { useFieldsForm } from './use-fields-form.ts'

/** Time between two questions for the progress, ms (decisions.md C12). */
const POLL = 2000
const NO_FIELDS = {}

/** Watches one upload until it has ended; the lists follow then. */
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

/** An import from the choice of the file to its result. */
export const useImport = (console: ResourceConsole) => {
  const { resource, ui } = console
  const { project } = useProject()
  const fields = ui.import?.input ?? NO_FIELDS
  const start = useMemo(
    () => ({ ...initialDraft(fields), ...(project && 'projectId' in fields ? { projectId: project.id } : {}) }),
    [fields, project],
  )
  const form = useFieldsForm(fields, 'create', start)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [share, setShare] = useState(0)
  const [uploadId, setUploadId] = useState<string | null>(null)
  const record = useRecord(console, uploadId)
  const send = (): Promise<boolean> => {
    setMissing(file === null)
    return form.send(async (draft) => {
      if (!file) return
      const data = new FormData()
      // fields before the file: a server that streams has them when the file begins
      for (const [name, value] of Object.entries(writeValues(fields, draft))) if (value !== '') data.append(name, String(value))
      data.append('file', file)
      const answer = await api.upload<{ uploadId: string }>(`${resource.api.base}/import`, data, { onProgress: setShare, quiet: true })
      setUploadId(String(answer.uploadId))
    })
  }
  return {
    fields,
    form,
    file,
    missing,
    share,
    record,
    sent: uploadId !== null,
    send,
    choose: (chosen: File) => {
      setFile(chosen)
      setMissing(false)
    },
    again: () => {
      setUploadId(null)
      setFile(null)
    },
  }
}
