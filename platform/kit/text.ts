/** A text for users in both languages; a missing language does not compile. */
export type Text = readonly [zh: string, en: string]
export type Lang = 'zh' | 'en'

/**
 * Returns `text` in `lang`, with `{name}` replaced from `values`. `{name:many|one}` is the first word, or the second if the value is 1:
 * `{n} lamp{n:s} {n:are|is} on`.
 */
export const pick = (text: Text, lang: Lang, values?: Readonly<Record<string, string | number>>): string => {
  const words = lang === 'en' ? text[1] : text[0]
  if (!values) return words
  return words.replace(/\{(\w+)(?::(\w+)\|?(\w*))?\}/g, (whole, name: string, many?: string, one?: string) =>
    String(many ? (Number(values[name]) === 1 ? one : many) : (values[name] ?? whole)),
  )
}

/** Converts `Accept-Language` (`zh-CN`, `en-US`, rule.hdr.language) to a language; Chinese unless it asks for English. */
export const langOf = (header: string | undefined): Lang => (header?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh')

/** Converts an English name for use within a sentence: `Lamp post` becomes `lamp post`; words in capitals (`API scope`, `LoRa`) stay. */
export const inSentence = (name: string): string => name.replace(/\b[A-Z](?=[a-z]+\b)/g, (letter) => letter.toLowerCase())
