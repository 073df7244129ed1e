import type { Text } from './text.ts'

/** A refusal with a text for the user: declared once, thrown by name. */
export interface ErrorDefinition {
  /** HTTP status; 400 for refusals that a user should read (decisions.md A11). */
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503
  readonly text: Text
}

/** A thrown, declared refusal. `values` fill `{name}` in its text; `field` names the input at fault. */
export interface Refusal {
  readonly refusal: ErrorDefinition
  readonly code: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly field?: string
}
type Refuse = (values?: Readonly<Record<string, string | number>>, field?: string) => Refusal

/** Declares the refusals of a slice; each becomes a function that returns the value to throw. */
export const defineErrors = <const E extends Readonly<Record<string, ErrorDefinition>>>(
  errors: E,
): { readonly [K in keyof E]: Refuse } & { readonly catalogue: E } => {
  const made = Object.entries(errors).map(([code, refusal]): [string, Refuse] => [
    code,
    (values, field) => ({ refusal, code, values, field }),
  ])
  return Object.assign(Object.fromEntries(made), { catalogue: errors }) as { readonly [K in keyof E]: Refuse } & { readonly catalogue: E }
}

export const isRefusal = (thrown: unknown): thrown is Refusal => typeof thrown === 'object' && thrown !== null && 'refusal' in thrown
