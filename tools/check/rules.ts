import { boundaries, circles, cycles, globals, slices } from './rules/boundaries.ts'
import { citations, specTables } from './rules/citations.ts'
import { forbidden } from './rules/forbidden.ts'
import { keys } from './rules/keys.ts'
import { exports, packageExports, papers, roles, rooms, size } from './rules/names.ts'
import { pages } from './rules/pages.ts'
import { punctuation } from './rules/punctuation.ts'
import { repeated } from './rules/repeated.ts'
import { tables } from './rules/tables.ts'
import { literals, pairs, raw } from './rules/words.ts'
import type { Rule } from './tree.ts'

/** The rules of the repository, in the order of the report. */
export const rules: readonly Rule[] = [
  boundaries,
  globals,
  slices,
  cycles,
  circles,
  keys,
  pages,
  tables,
  roles,
  packageExports,
  papers,
  size,
  rooms,
  exports,
  literals,
  pairs,
  repeated,
  raw,
  punctuation,
  forbidden,
  citations,
  specTables,
]
