import { columnsOf } from '@lamplight/fields/column'
import type { Field, ResourceDefinition } from '@lamplight/kit'

/** Appends a value to the parameters of a statement; returns its placeholder, such as `$3`. */
type Add = (value: unknown) => string
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** Matches like `ilike` in half its time or less: a pattern without letters needs no lower case, and any other is lowered once, not per row. */
export const likeOf = (text: string, like: 'like' | 'not like', pattern: string, add: Add): string =>
  pattern.toLowerCase() === pattern.toUpperCase()
    ? `${text} ${like} ${add(pattern)}`
    : `lower(${text}) ${like} (select lower(${add(pattern)}))`

/** `keyword_text` is in lower case. The subquery converts the pattern once and not for each row. */
const inKeywords = (pattern: string, add: Add): string => `t.keyword_text like (select lower(${add(pattern)}))`
const oneLine = (text: string): string => text.replaceAll('\n', ' ')
/** Condition of rows with `text` in one of the `keyword` fields. A listing has no stored `keyword_text`. */
export const keywordLike = ({ fields, keyword = [], reads }: ResourceDefinition, text: string, add: Add): string => {
  const pattern = `%${escapeLike(oneLine(text))}%`
  if (!reads) return inKeywords(pattern, add)
  const texts = keyword.map((name) => `t.${columnsOf(name, fields[name] as Field)[0]?.name}`)
  return likeOf(`concat_ws(E'\\n', ${texts.join(', ')})`, 'like', pattern, add)
}
/** Condition that the line of this field in `keyword_text` is like `pattern`; undefined for a field that is not part of it. */
export const lineOf = ({ keyword = [], reads }: ResourceDefinition, name: string, pattern: string, add: Add): string | undefined => {
  const at = reads ? -1 : keyword.indexOf(name)
  return at < 0 ? undefined : inKeywords(`${'%\n'.repeat(at)}${oneLine(pattern)}${'\n%'.repeat(keyword.length - 1 - at)}`, add)
}
