import type { Lang } from '@lamplight/kit'

/** A cell: a text, or a number with its decimals; null is shown as a dash. */
export type PrintCell = string | null | { readonly n: number | null; readonly d: number }
export interface PrintColumn {
  readonly head: string
  readonly align?: 'left' | 'right'
  /** Share of the width; default 1. */
  readonly share?: number
}
export interface PrintTable {
  readonly kind: 'table'
  /** Name of the sheet in a workbook. */
  readonly name: string
  readonly columns: readonly PrintColumn[]
  readonly rows: readonly (readonly PrintCell[])[]
  /** Number of rows of the whole list, if the table has only the first. */
  readonly total?: number
  /** Shown instead of rows if there are none. */
  readonly empty?: string
}
export interface PrintChart {
  readonly kind: 'chart'
  readonly title: string
  readonly unit: string
  readonly type: 'bar' | 'line'
  /** First day of each period. */
  readonly times: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  readonly goal?: number
}
export type PrintPart =
  | { readonly kind: 'title'; readonly text: string; readonly pageBreak?: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly tone?: 'note' | 'warn' }
  | {
      readonly kind: 'figures'
      readonly items: readonly { readonly label: string; readonly value: PrintCell; readonly unit?: string; readonly note?: string }[]
    }
  | PrintChart
  | PrintTable

/** A document for paper: plain data, so that it can be stored, sent to the thread that draws it, and written as a workbook with the same figures. */
export interface PrintDocument {
  readonly lang: Lang
  readonly title: string
  readonly subtitle: string
  /** Filters and the state of the data, printed below the title. */
  readonly head: readonly (readonly [label: string, value: string])[]
  /** Left side of each page's foot, such as the tenant and the time of making. */
  readonly foot: string
  readonly parts: readonly PrintPart[]
}

/** Rows of a table on paper; longer lists belong into a workbook. */
export const PRINTED_ROWS = 500
