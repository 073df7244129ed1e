type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the detail of a log entry: the values before and after the change, and other values. */
export const detailOf = (detail: string | null | undefined): Values & { readonly before: Values; readonly after: Values } => {
  let values: Values = {}
  try {
    const read: unknown = JSON.parse(detail ?? '')
    if (isValues(read)) values = read
  } catch {
    // An unreadable detail counts as empty.
  }
  return { ...values, before: isValues(values.before) ? values.before : {}, after: isValues(values.after) ? values.after : {} }
}
