/** A text that people read, in both languages; a missing language does not compile. */
export type Text = readonly [zh: string, en: string]
export type Lang = 'zh' | 'en'

/** The words of `text` in `lang`, with `{name}` replaced from `values`. */
export const pick = (text: Text, lang: Lang, values?: Readonly<Record<string, string | number>>): string => {
  const words = lang === 'en' ? text[1] : text[0]
  return values ? words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : words
}

/** `Accept-Language` (`zh-CN`, `en-US`, rule.hdr.language) to our language; Chinese unless English is asked for. */
export const langOf = (header: string | undefined): Lang => (header?.trim().toLowerCase().startsWith('en') ? 'en' : 'zh')

/** An English name inside a sentence: `Lamp post` → `lamp post`; what is written in capitals (`API scope`) stays. */
export const inSentence = (name: string): string => name.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
