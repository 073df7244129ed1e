import { itemsColumn } from '../items/column.ts'

/** Stores the metadata of files as a list; their contents are in the file storage. */
export const fileColumn = itemsColumn
