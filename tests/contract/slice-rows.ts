/// <reference types="vite/types/importMeta.d.ts" />
import type { SliceRows } from '@lamplight/testing'

const files = import.meta.glob<Readonly<Record<string, SliceRows>>>('../../domains/*/testing/*.rows.ts', { eager: true })
/** What the slices tell the tests beside their definitions. */
export const SLICE_ROWS: readonly SliceRows[] = Object.values(files).flatMap((file) => Object.values(file))
