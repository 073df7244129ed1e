import { api } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { publication } from '../model/publication.resource.ts'
import { contentOf, type Draft, draftOf } from './night/draft.ts'

type Wire = Readonly<Record<string, unknown>>
const number = (value: unknown): number => Math.max(0, Number(value) || 0)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A stored strategy with the counts of its devices. */
export interface Strategy {
  readonly id: string
  readonly draft: Draft
  readonly version: number
  readonly assigned: number
  readonly held: number
  readonly drifted: number
  readonly failed: number
  readonly outdated: number
  /** Wire time; empty if it was never published. */
  readonly publishedAt: string
}
export const strategyOf = (wire: Wire): Strategy => ({
  id: text(wire.id),
  draft: draftOf(wire),
  version: number(wire.version),
  assigned: number(wire.assigned),
  held: number(wire.held),
  drifted: number(wire.drifted),
  failed: number(wire.failed),
  outdated: number(wire.outdated),
  publishedAt: text(wire.publishedAt),
})

const EVERY_MS = 10_000
export const useStrategy = (id: string) =>
  useQuery({
    queryKey: ['strategies.strategy', 'page', id],
    enabled: id !== '',
    queryFn: async ({ signal }) => strategyOf(await api.get<Wire>('blade-strategy/workstrategy/detail', { id }, { signal, quiet: true })),
    placeholderData: undefined,
    refetchInterval: EVERY_MS,
  })

export interface Version {
  readonly id: string
  readonly version: number
  readonly account: string
  readonly reason: string
  readonly createTime: string
}
const rowsOf = (answer: unknown): readonly Wire[] =>
  Array.isArray(answer) ? (answer as readonly Wire[]) : ((answer as { readonly records?: readonly Wire[] } | null)?.records ?? [])
const MAX_VERSIONS = 100

/** Versions of a strategy, the newest first. `version`: the present one, with which they are read again. */
export const useVersions = (strategyId: string, version: number) =>
  useQuery({
    queryKey: ['strategies.version', strategyId, version],
    queryFn: async ({ signal }) => {
      const query = { strategyId, size: MAX_VERSIONS, descs: 'version' }
      return rowsOf(await api.get<unknown>('blade-strategy/workstrategy/version/list', query, { signal, quiet: true })).map(
        (row): Version => ({
          id: text(row.id),
          version: number(row.version),
          account: text(row.account),
          reason: text(row.reason),
          createTime: text(row.createTime),
        }),
      )
    },
  })

/** The content of a version; undefined until it is loaded. */
export const useVersion = (id: string | null) =>
  useQuery({
    queryKey: ['strategies.version', 'content', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { content } = await api.get<Wire>('blade-strategy/workstrategy/version/detail', { id: id ?? '' }, { signal, quiet: true })
      return contentOf(JSON.parse(text(content) || '{}') as Wire)
    },
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

export type Publication = WireRow<typeof publication>
const SHOWN = 10
/** The latest publications of a strategy. */
export const usePublications = (strategyId: string) =>
  useQuery({
    queryKey: ['strategies.publication', 'of', strategyId],
    queryFn: async ({ signal }) => {
      const query = { strategyId, size: SHOWN, descs: 'createTime' }
      return (
        await api.get<{ records: readonly Publication[] }>('blade-strategy/workstrategy/publication/page', query, { signal, quiet: true })
      ).records
    },
    refetchInterval: EVERY_MS,
  })
