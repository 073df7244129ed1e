import { type ApiError, api, isApiError, useProject, useTab } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import type { Column, GridChoice, InventoryFormat, Mapping, Meaning } from '@lamplight/inventory/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { IMPORT_CALLS, type ImportKind } from '../../model/import.ts'
import type { ImportDetailAnswer, ImportRecordAnswer } from '../../server/import/import-returns.ts'

type Answer = ImportDetailAnswer
export type ImportRecord = ImportRecordAnswer
export type UndoFigures = ImportRecord['undo']
export type Preview = NonNullable<Answer['preview']>
export type ShownRow = Preview['first'][number]
export type FailedRow = Pick<Preview['failures'][number], 'row' | 'reason' | 'values'>
type Inspection = NonNullable<Answer['inspection']>
export interface ImportDetail extends Omit<Answer, 'inspection' | 'mapping'> {
  readonly inspection:
    | (Omit<Inspection, 'format' | 'columns' | 'grids'> & {
        readonly format: InventoryFormat
        readonly columns: readonly Column[]
        readonly grids: readonly GridChoice[]
      })
    | null
  readonly mapping: Mapping | null
}
export interface ImportTarget {
  readonly projectId: string | null
  readonly areaId: string | null
  readonly groupId: string | null
}
export type Columns = Readonly<Partial<Record<Meaning, readonly string[]>>>
/** The user's corrections so far. */
export interface Correction {
  readonly columns: Columns
  readonly place: Mapping['place']
  readonly lengthUnit: Mapping['lengthUnit']
  readonly powerUnit: NonNullable<Mapping['powerUnit']>
  readonly rules: NonNullable<Mapping['rules']>
  readonly lampTypes: NonNullable<Mapping['lampTypes']>
  readonly nearby: NonNullable<Mapping['nearby']>
}

export const ImportKindContext = createContext<ImportKind>('lamp')
export const useImportKind = () => {
  const kind = useContext(ImportKindContext)
  const { base, page } = IMPORT_CALLS[kind]
  return { kind, page, base, at: `${base}/import` }
}

const RECORDS: Readonly<Record<ImportKind, string>> = { lamp: 'record', controller: 'record/list', install: 'records' }
const POLL = 1000
export const isMoving = ({ phase }: Pick<ImportRecord, 'phase'>): boolean => phase === 'running' || phase === 'undoing'

/** The imports, newest first; polled while one of them runs. */
export const useImportRecords = (current: number, size: number) => {
  const { kind, at } = useImportKind()
  return useQuery({
    queryKey: ['import', kind, 'records', current, size],
    queryFn: () =>
      api.get<{ records: readonly ImportRecord[]; total: number }>(`${at}/${RECORDS[kind]}`, { current, size }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.records.some(isMoving) ? POLL * 2 : false),
    staleTime: 0,
  })
}

/** One import; polled every second while it runs; the lists are reloaded when it has ended. */
export const useImport = (uploadId: string) => {
  const { kind, at } = useImportKind()
  const query = useQuery({
    queryKey: ['import', kind, uploadId],
    queryFn: () => api.get<ImportDetail>(`${at}/detail`, { uploadId }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL : false),
    staleTime: 0,
    retry: (count, thrown) => !isApiError(thrown) && count < 3,
  })
  const phase = query.data?.phase
  useEffect(() => {
    if (phase === 'ended' || phase === 'undone') {
      for (const name of ['lighting.lamp', 'lighting.controller', 'lighting.post', 'devices.gateway', 'places.area']) void invalidate(name)
    }
  }, [phase])
  return query
}

/** Actions on an import, each a mutation whose error the page shows. */
export const useImportActions = (uploadId: string) => {
  const { kind, at } = useImportKind()
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: ['import', kind] })
  const put = (detail: ImportDetail): void => void client.setQueryData(['import', kind, uploadId], detail)
  const inspect = useMutation({
    mutationFn: (reading: object) => api.post<ImportDetail>(`${at}/inspect`, { body: { uploadId, ...reading }, quiet: true }),
    onSuccess: put,
  })
  const preview = useMutation({
    mutationFn: ({ place, ...target }: { place: ImportTarget; mapping?: Partial<Correction>; spacing?: number | null }) =>
      api.post<Preview>(`${at}/preview`, {
        body: { uploadId, projectId: place.projectId ?? '', areaId: place.areaId ?? '', groupId: place.groupId ?? '', ...target },
        quiet: true,
      }),
    onSuccess: again,
  })
  const run = useMutation({ mutationFn: () => api.post(`${at}/run`, { body: { uploadId }, quiet: true }), onSuccess: again })
  const undo = useMutation({ mutationFn: () => api.post(`${at}/undo`, { body: { uploadId } }), onSuccess: again })
  const discard = useMutation({ mutationFn: () => api.post(`${at}/discard`, { body: { uploadId } }), onSuccess: again })
  return { inspect, preview, run, undo, discard }
}

/** Uploads a file and opens its page. */
export const useUpload = () => {
  const { at, kind } = useImportKind()
  const tab = useTab()
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (file: File): Promise<void> => {
    setError(null)
    setShare(0)
    const form = new FormData()
    form.append('file', file)
    try {
      const detail = await api.upload<ImportDetail>(`${at}/upload`, form, { onProgress: setShare, quiet: true })
      client.setQueryData(['import', kind, detail.uploadId], detail)
      void client.invalidateQueries({ queryKey: ['import', kind, 'records'] })
      tab.setQuery({ uploadId: detail.uploadId }, { replace: false })
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      setError(thrown)
    } finally {
      setShare(null)
    }
  }
  return { share, error, send }
}

/** Target of the import: the selected one, else that of the session. */
export const usePlace = (detail: ImportDetail) => {
  const { project } = useProject()
  const [place, setPlace] = useState<ImportTarget>({
    projectId: detail.projectId || project?.id || null,
    areaId: detail.areaId || null,
    groupId: detail.groupId || null,
  })
  return { place, set: (name: keyof ImportTarget, value: string | null) => setPlace((old) => ({ ...old, [name]: value })) }
}
