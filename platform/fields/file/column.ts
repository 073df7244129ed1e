import { itemsColumn } from '../items/column.ts'

/** What each file is, as a list; the bytes stand in the store. */
export const fileColumn = itemsColumn
