import type { Lang } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values without the English twins of others: where `x` has a twin `xEn`, the one of the language stands under the name `x`. */
const inLang = (values: Values, lang: Lang): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (name.endsWith('En') && Object.hasOwn(values, name.slice(0, -2))) return []
      const english = values[`${name}En`]
      return [[name, lang === 'en' && typeof english === 'string' && english !== '' ? english : value]]
    }),
  )

/**
 * Parses the detail of a log entry: the values before and after the change, and other values in the language of the page. Values before and after
 * are those of fields, of which each is shown.
 */
export const detailOf = (detail: string | null | undefined, lang: Lang): Values & { readonly before: Values; readonly after: Values } => {
  let values: Values = {}
  try {
    const read: unknown = JSON.parse(detail ?? '')
    if (isValues(read)) values = inLang(read, lang)
  } catch {
    // An unreadable detail counts as empty.
  }
  return { ...values, before: isValues(values.before) ? values.before : {}, after: isValues(values.after) ? values.after : {} }
}
