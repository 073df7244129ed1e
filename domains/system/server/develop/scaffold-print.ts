/** A value in a generated declaration. */
export type Literal = string | number | boolean | readonly Literal[] | { readonly [key: string]: Literal }

/** Line width of the code style. */
const WIDTH = 140

/** Quotes a string in the code style: single quotes, double ones if that saves escapes. */
export const quote = (text: string): string => {
  const count = (one: string): number => text.split(one).length - 1
  const mark = count("'") > count('"') ? '"' : "'"
  const escaped = text.replace(/[\\\p{Cc}\u2028\u2029]/gu, (one) =>
    one === '\\' ? '\\\\' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`
}
const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value)

const inline = (value: Literal): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(inline).join(', ')}]`
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${inline(inner)}`)
    .join(', ')} }`
}

/**
 * Prints a value as source text whose line has an indent of `indent`, with `before` characters before it and
 * `after` behind it. Keys are plain identifiers.
 */
export const print = (value: Literal, indent: number, before: number, after: number): string => {
  const flat = inline(value)
  if (typeof value !== 'object' || indent + before + flat.length + after <= WIDTH) return flat
  const pad = ' '.repeat(indent + 2)
  const [open, close] = isList(value) ? '[]' : '{}'
  const lines = isList(value)
    ? value.map((inner) => `${pad}${print(inner, indent + 2, 0, 1)},`)
    : Object.entries(value).map(([key, inner]) => `${pad}${key}: ${print(inner, indent + 2, key.length + 2, 1)},`)
  return `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`
}
