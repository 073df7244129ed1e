import type { FieldOptions, Lang, Text } from '@lamplight/kit'
import { type ComponentType, createContext, type ReactNode, use, useContext } from 'react'

/** An entry of a dictionary; sealed entries are not offered, but existing data shows their labels. */
export interface DictEntry {
  readonly key: string
  readonly label: string
  readonly sealed: boolean
}
/** A row that can be referenced. */
export interface RefOption {
  readonly id: string
  readonly title: string
  readonly depth: number
}
export interface RefOptions {
  readonly options: readonly RefOption[]
  readonly loading: boolean
  /** True: the whole tree is loaded, so it can be filtered locally. */
  readonly whole: boolean
}

/** Uploads, loads and saves the files of fields. */
export interface FileHost {
  /** Uploads a file. `onShare` is called with the uploaded share (0 to 1). Rejects with the reason of a refusal. */
  readonly send: (path: string, file: File, options: { onShare: (share: number) => void; signal: AbortSignal }) => Promise<unknown>
  /** Returns an object URL with the content behind a link; null until it is loaded, or if `link` is null. */
  readonly useUrl: (link: string | null, type: string) => string | null
  /** Saves the content behind a link under a file name. */
  readonly save: (link: string, name: string) => void
  readonly bytes: (size: number, lang: Lang) => string
  readonly Dialog: ComponentType<{ title: ReactNode; footer?: ReactNode; children?: ReactNode; className?: string; onClose: () => void }>
}

/** Limits the rows that a reference offers. */
export interface OptionsAmong {
  /** Rows of this tenant; null: of every tenant that the user may see. */
  readonly tenantId: string | null
  /** Rows with these values, by wire name. */
  readonly only?: Readonly<Record<string, number | string>> | undefined
}
/** What field types need from the console around them; the hooks are called unconditionally. */
export interface FieldHost {
  readonly lang: Lang
  /** Formats a number with grouped digits; a dash for null. */
  readonly number: (value: number | null, decimals?: number) => string
  readonly useDictionary: (code: string) => readonly DictEntry[]
  /** Rows of a resource whose title contains `text`; loads nothing while `open` is false. */
  readonly useOptions: (resource: string, text: string, open: boolean, among: OptionsAmong) => RefOptions
  /** Returns why no row of a resource can be selected for a row of `tenantId`; null if some can. */
  readonly useObstacle: (resource: string, tenantId: string | null) => Text | null
  /** Titles of rows by id; titles that are not loaded yet are missing. */
  readonly useTitles: (resource: string, ids: readonly string[]) => ReadonlyMap<string, string>
  /** Stores a picture and returns its address; null for users who may not upload. */
  readonly useUpload: () => ((file: File) => Promise<string>) | null
  /** Loads the file functions; returns the same promise each time. */
  readonly loadFiles: () => Promise<FileHost>
  readonly Link: ComponentType<{ resource: string; id: string; children: ReactNode }>
  /** The present time in its wire form, in the tenant's zone. */
  readonly now: () => string
}
/**
 * Tenant of a form's row, for users who see rows of several tenants: references offer only rows of that tenant. Null for other users;
 * `MIXED` if the rows belong to several tenants.
 */
export const RowTenantContext = createContext<string | null>(null)
export const MIXED = ''
export const FieldHostContext = createContext<FieldHost | null>(null)
export const useFieldHost = (): FieldHost => {
  const host = useContext(FieldHostContext)
  if (!host) throw new Error('fields are shown inside a FieldHostContext')
  return host
}

/** Returns the file functions; suspends the component until they are loaded. */
export const useFiles = (): FileHost => use(useFieldHost().loadFiles())

export interface CellProps<T, O> {
  readonly value: T | null
  readonly name: string
  readonly options: O
  /** The row on the wire, which contains the titles of references. */
  readonly wire: Readonly<Record<string, unknown>>
}
export interface InputProps<T, O> {
  readonly id: string
  readonly name: string
  readonly options: O
  readonly value: T | null | undefined
  /** `undefined` means that the typed text is not a valid value. */
  readonly onChange: (value: T | null | undefined) => void
  readonly onBlur?: () => void
  readonly wire: Readonly<Record<string, unknown>>
  readonly invalid: boolean
  readonly disabled?: boolean
  /** Id of the element with the hint or error message. */
  readonly describedBy?: string
}
export interface FilterProps<O> {
  readonly id: string
  /** Name on the wire. */
  readonly wire: string
  readonly options: O
  readonly params: Readonly<Record<string, string>>
  /** Changed parameters; an empty value removes one. */
  readonly onChange: (params: Readonly<Record<string, string>>) => void
}

/** How a field type is shown in a list, in a form and in the search row. */
export interface FieldView<T, O extends FieldOptions = FieldOptions> {
  readonly kind: string
  readonly Cell: ComponentType<CellProps<T, O>>
  /** Replaces the cell on the page of a row. */
  readonly Detail?: ComponentType<CellProps<T, O>>
  readonly Input: ComponentType<InputProps<T, O>>
  /** Null: lists have no filter for this type. */
  readonly Filter: ComponentType<FilterProps<O>> | null
  /** What a valid value must be, short: shown below the input before there is an error. */
  readonly rule?: (options: O, value: T | null | undefined) => Text | null
  /** Column width that fits most values, px. */
  readonly width: number | ((options: O, lang: Lang) => number)
  readonly align?: 'right'
}
