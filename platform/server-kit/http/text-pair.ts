import type { Text } from '@lamplight/kit'

/** Between the Chinese and the English part of a text that one column stores in both languages. */
const BETWEEN = ' / '

/** The form in which one column stores both languages: `中文 / English`. */
export const storedPair = ([zh, en]: Text): string => `${zh}${BETWEEN}${en}`

/** Both parts of a stored text; one without an English part, such as an answer of another server, is the same in both languages. */
export const pairOf = (stored: string): Text => {
  const at = stored.indexOf(BETWEEN)
  return at < 0 ? [stored, stored] : [stored.slice(0, at), stored.slice(at + BETWEEN.length)]
}

/** SQL of `pairOf` in the language of the request. */
export const pairSql = (column: string): string =>
  `case when strpos(${column}, '${BETWEEN}') > 0 then ll_said(split_part(${column}, '${BETWEEN}', 1), substr(${column}, strpos(${column}, '${BETWEEN}') + ${BETWEEN.length})) else ${column} end`
