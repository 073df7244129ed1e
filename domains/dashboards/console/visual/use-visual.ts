import { type AnswerOf, api, useCatchUp } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { screenShow } from '../../model/pages.ts'
import type { visual } from '../../model/visual.resource.ts'
import { contentOf, type VisualContent } from '../../model/visual-content.ts'
import type { QueryInfo, WidgetData } from '../../model/widgets.ts'
import type { sharedBoard } from '../../server/visit.handler.ts'
import type { boardView } from '../../server/visual.handler.ts'

export const BASE = 'blade-visual/visual'
export const SHARED = 'blade-visual/shared'
const EVERY_MS = 15_000
const PREVIEW_MS = 30_000
/** A preview asks for new values this long after the last change, ms. */
const PAUSE_MS = 600

/** A dashboard as viewers get it. */
export type Board = AnswerOf<typeof boardView>
/** A dashboard as its editor gets it. */
export type BoardDetail = Board & WireRow<typeof visual>
interface Answer {
  readonly version: number
  readonly values: readonly WidgetData[]
}
export interface LiveValues {
  readonly values: ReadonlyMap<string, WidgetData>
  /** Published version that the values belong to; -1 before the first answer. */
  readonly version: number
  /** Time of the last answer, epoch ms; 0: none yet. */
  readonly at: number
  readonly failed: boolean
}
const NO_VALUES: ReadonlyMap<string, WidgetData> = new Map()

/** Where a viewer gets a published dashboard: as a user by its id, or without a session by a share code. */
export type Source = { readonly id: string } | { readonly code: string }

export const useBoard = (source: Source) =>
  useQuery({
    queryKey: ['visual', 'view', source],
    queryFn: ({ signal }) =>
      'code' in source
        ? api.get<typeof sharedBoard>(`${SHARED}/board`, { code: source.code }, { signal, quiet: true, open: true })
        : api.get<typeof boardView>(`${BASE}/view`, { id: source.id }, { signal, quiet: true }),
    retry: false,
  })

const liveOf = (data: Answer | undefined, at: number, failed: boolean): Omit<LiveValues, 'values'> => ({
  version: data?.version ?? -1,
  at,
  failed,
})
const mapOf = (data: Answer | undefined): ReadonlyMap<string, WidgetData> =>
  data ? new Map(data.values.map((value) => [value.id, value])) : NO_VALUES

/** Values of a published dashboard, read again every 15 s; after a failure the last ones stay. The cache holds one answer. */
export const useValues = (source: Source): LiveValues => {
  const query = useQuery({
    queryKey: ['visual', 'data', source],
    queryFn: ({ signal }) =>
      'code' in source
        ? api.get<Answer>(`${SHARED}/data`, { code: source.code }, { signal, quiet: true, open: true })
        : api.get<Answer>(`${BASE}/data`, { id: source.id }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
  })
  useCatchUp(() => void query.refetch())
  const values = useMemo(() => mapOf(query.data), [query.data])
  return { values, ...liveOf(query.data, query.dataUpdatedAt, query.isError) }
}

/** Values of the content of an editor. */
export const usePreview = ({ width, height }: Pick<Board, 'width' | 'height'>, content: VisualContent): LiveValues => {
  const [asked, setAsked] = useState(content)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(content), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [content])
  const text = JSON.stringify(asked)
  const query = useQuery({
    queryKey: ['visual', 'preview', text],
    queryFn: ({ signal }) => api.post<Answer>(`${BASE}/preview`, { body: { width, height, content: text }, signal, quiet: true }),
    refetchInterval: PREVIEW_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const values = useMemo(() => mapOf(query.data), [query.data])
  return { values, ...liveOf(query.data, query.dataUpdatedAt, query.isError) }
}

export const useDetail = (id: string | undefined) =>
  useQuery({
    queryKey: ['dashboards.visual', 'one', id],
    enabled: Boolean(id),
    queryFn: ({ signal }) => api.get<BoardDetail>(`${BASE}/detail`, { id: id ?? '' }, { signal, quiet: true }),
  })

export const useQueries = () =>
  useQuery({
    queryKey: ['visual', 'queries'],
    queryFn: ({ signal }) => api.get<readonly QueryInfo[]>(`${BASE}/queries`, {}, { signal, quiet: true }),
    staleTime: 300_000,
  })

/** The content of a dashboard; the same object as long as the text is the same. */
export const useContent = ({ content }: Pick<Board, 'content'>): VisualContent => useMemo(() => contentOf(content), [content])

export const editHref = (id: string): string => `/visual/largeScreen/editor?id=${id}`
export const showHref = (id: string): string => `${screenShow.path}?id=${id}`
