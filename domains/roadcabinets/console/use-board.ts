import { api } from '@lamplight/console-kit'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { board } from '../model/board.resource.ts'
import { type BoardContent, type BoardKind, emptyBoard } from '../model/board-content.ts'

export interface ProductUnit {
  readonly code: string
  readonly name: string
  readonly typeId: string
  readonly cabin: number
}
export interface ProductDetail {
  readonly id: string
  readonly name: string
  readonly cabins: readonly { readonly name: string; readonly height: number }[]
  readonly units: readonly ProductUnit[]
  readonly layout: readonly { readonly unit: string; readonly x: number; readonly y: number }[]
  readonly install: readonly {
    readonly unit: string
    readonly address: number
    readonly port: string
    readonly protocol: number
    readonly polling: number
  }[]
}
export type BoardDetail = WireRow<typeof board>

export const useProduct = (id: string | undefined) =>
  useQuery({
    queryKey: ['roadcabinets.product', 'one', id],
    enabled: Boolean(id),
    queryFn: ({ signal }) => api.get<ProductDetail>('blade-visual/integratedProduct/detail', { id: id ?? '' }, { signal, quiet: true }),
  })

export const useBoard = (id: string | undefined) =>
  useQuery({
    queryKey: ['roadcabinets.board', 'one', id],
    enabled: Boolean(id),
    queryFn: ({ signal }) => api.get<BoardDetail>('blade-visual/integratedProduct/board/detail', { id: id ?? '' }, { signal, quiet: true }),
  })

/** The stored content of a board. It is not checked here: the server has checked it. */
export const contentOf = (board: Pick<BoardDetail, 'content'> | undefined): BoardContent =>
  board?.content ? (JSON.parse(board.content) as BoardContent) : emptyBoard

const EDIT: Readonly<Record<BoardKind, string>> = { 1: 'ConfigPanel', 2: 'ConfigCabinet', 3: 'ConfigScreen' }
const VIEW: Readonly<Record<BoardKind, string>> = { 1: 'ViewPanel', 2: 'CabinetScreen', 3: 'CabinetScreen' }
type Named = Pick<BoardDetail, 'id' | 'kind'>
export const editPath = ({ kind }: Pick<Named, 'kind'>): string => `/roadCabinet/board/${EDIT[kind]}`
export const viewPath = ({ kind }: Pick<Named, 'kind'>): string => `/roadCabinet/board/${VIEW[kind]}`
export const editHref = (board: Named): string => `${editPath(board)}?id=${board.id}`
export const viewHref = (board: Named, cabinetId = ''): string =>
  `${viewPath(board)}?id=${board.id}${cabinetId && `&cabinetId=${cabinetId}`}`
