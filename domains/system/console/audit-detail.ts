type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The detail of an entry as the log keeps it: what was, what is, and what else it tells. */
export const detailOf = (detail: string | null | undefined): Values & { readonly before: Values; readonly after: Values } => {
  let values: Values = {}
  try {
    const read: unknown = JSON.parse(detail ?? '')
    if (isValues(read)) values = read
  } catch {
    // An entry without a readable detail says nothing more.
  }
  return { ...values, before: isValues(values.before) ? values.before : {}, after: isValues(values.after) ? values.after : {} }
}
