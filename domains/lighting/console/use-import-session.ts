import { type ApiError, api, isApiError, useProject, useTab } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import type { Column, GridChoice, InventoryFormat, Mapping, Meaning } from '@lamplight/inventory/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { IMPORT_CALLS, type ImportKind } from '../model/import.ts'

export interface FailedRow {
  readonly row: number
  readonly kind?: string
  readonly reason: string
  readonly values: Readonly<Record<string, string>>
}
export interface ShownRow {
  readonly row: number
  readonly fate: 'added' | 'changed' | 'unchanged'
  readonly key?: string
  /** Number of the lamp in the file; null: the platform assigns one. */
  readonly number?: string | null
  readonly sn?: string
  readonly name: string
  readonly lng: number | null
  readonly lat: number | null
  readonly power?: number | null
  readonly lampType?: string | null
  readonly height?: number | null
  readonly cabinet: string | null
  readonly district: string | null
}
export interface Preview {
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
  readonly proposed: number
  readonly newCabinets: number
  readonly newAreas: number
  readonly noPower: number
  /** Sums of the file's rows (`fileLamps`, `fileKw`) and of the import (`lamps`, `kw`); not for controllers. */
  readonly fileLamps?: number
  readonly fileKw?: number
  readonly lamps?: number
  readonly kw?: number
  readonly first: readonly ShownRow[]
  readonly failures: readonly FailedRow[]
  readonly notes: readonly string[]
  readonly question: string | null
}
export interface UndoFigures {
  readonly lamps: number
  readonly controllers: number
  readonly posts: number
  readonly cabinets: number
  readonly areas: number
  readonly restored: number
  readonly edited: number
  readonly commanded: number
  readonly notRestored: number
}
export interface ImportRecord {
  readonly uploadId: string
  readonly fileName: string
  readonly size: number
  readonly phase: 'draft' | 'running' | 'ended' | 'undoing' | 'undone'
  /** decisions.md C12. */
  readonly status: number
  readonly done: number
  readonly total: number
  readonly successNum: number
  readonly failNum: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly cabinets: number
  readonly areas: number
  readonly posts: number
  readonly projectId: string
  readonly areaId: string
  readonly groupId: string
  readonly createTime: string
  readonly createUserName: string
  readonly reason: string
  readonly notes: readonly string[]
  readonly undo: Partial<UndoFigures>
}
export interface Guess {
  readonly about: string
  readonly confidence: number
  readonly reason: string
}
export interface ImportDetail extends ImportRecord {
  readonly remembered: boolean
  readonly spacing: number | null
  readonly inspection: {
    readonly format: InventoryFormat
    readonly columns: readonly Column[]
    readonly sheets: readonly string[]
    readonly rows: { readonly count: number; readonly exact: boolean }
    readonly sample: readonly { readonly row: number; readonly cells: readonly string[] }[]
    readonly litWays: number
    /** Question if the places are at sea or far from known lamps. */
    readonly question: string | null
    readonly guesses: readonly Guess[]
    /** Grids to choose from if the file has metres and does not name their grid. */
    readonly grids: readonly GridChoice[]
    readonly notes: readonly string[]
  } | null
  readonly mapping: Mapping | null
  readonly preview: Preview | null
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
