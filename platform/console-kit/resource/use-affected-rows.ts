import { inSentence } from '@lamplight/kit'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import type { ResourceConsole } from './console-resource.ts'
import { titleOf } from './entry.ts'
import { type Selection, selectedCount } from './selection.ts'

/** Number of affected rows named in a dialog; more are only counted. */
const NAMED = 5

/** The rows affected by an action: their number, and a text with their names. */
export const useAffectedRows = ({ resource }: ResourceConsole, on: Selection): { readonly count: string; readonly words: string } => {
  const t = useT()
  const { number } = useFormat()
  const [zh, en] = resource.label
  const all = selectedCount(on)
  const count = number(all)
  if (on.kind === 'filter')
    return { count, words: t([`符合条件的全部 {n} 项${zh}`, `all {n} that match (${inSentence(en)})`], { n: count }) }
  const names = [...on.rows.values()].slice(0, NAMED).map((entry) => titleOf(resource, entry))
  const rest = all - names.length
  const more = rest > 0 ? t([' 等 {n} 项', ' and {rest} more'], { n: count, rest: number(rest) }) : ''
  return { count, words: names.join(t(['、', ', '])) + more }
}
