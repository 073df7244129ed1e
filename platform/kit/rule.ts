/** A condition over the fields of a row, written as data so that browser and SQL evaluate the same rule. */
export type Condition = { readonly eq?: unknown; readonly in?: readonly unknown[]; readonly not?: unknown }
export type Rule = { readonly any: readonly Rule[] } | { readonly [field: string]: Condition }

const holds = (condition: Condition, value: unknown): boolean => {
  if ('eq' in condition && value !== condition.eq) return false
  if ('not' in condition && value === condition.not) return false
  return !condition.in || condition.in.includes(value)
}

/** Returns true if `row` meets `rule`: all named fields must hold; `any` needs one of its rules. */
export const meets = (rule: Rule, row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(rule).every(([field, condition]) =>
    field === 'any' && Array.isArray(condition)
      ? condition.some((inner: Rule) => meets(inner, row))
      : holds(condition as Condition, row[field]),
  )
