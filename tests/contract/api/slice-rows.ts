import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SliceRows } from '@lamplight/testing'

const domains = resolve(import.meta.dirname, '..', '..', '..', 'domains')
const files = await Promise.all(
  globSync('*/testing/*.rows.ts', { cwd: domains })
    .toSorted()
    .map((file): Promise<Readonly<Record<string, SliceRows>>> => import(pathToFileURL(join(domains, file)).href)),
)
/** What the slices tell the tests beside their definitions. */
export const SLICE_ROWS: readonly SliceRows[] = files.flatMap((file) => Object.values(file))
