import type { Field } from './field.ts'
import type { Text } from './text.ts'

const NO_YES: readonly [Text, Text] = [
  ['否', 'no'],
  ['是', 'yes'],
]

/**
 * A value of a field in words: the label of a choice, the words of a flag, a text in the form that devices store by its field's `inWords`.
 * Undefined if the value has no other words than itself: numbers, names, an unknown key.
 */
export const wordOfValue = (field: Field | undefined, value: unknown): Text | undefined => {
  const { values, words, inWords } = (field?.options ?? {}) as {
    readonly values?: Readonly<Record<string, Text>>
    readonly words?: readonly [Text, Text]
    readonly inWords?: (stored: string) => Text | undefined
  }
  if (typeof value === 'string' && value !== '' && inWords) return inWords(value)
  if (field?.kind === 'flag' && typeof value === 'boolean') return (words ?? NO_YES)[Number(value)]
  return values?.[String(value)]
}

type Labelled = { readonly label: Text } | { readonly options: { readonly label: Text } }

/** Labels of fields, actions or properties by their names, for the texts of a page: `{ ...labelsOf(lamp.fields, 'sn', 'power') }`. */
export const labelsOf = <D extends Readonly<Record<string, Labelled>>, N extends keyof D & string>(
  definitions: D,
  ...names: readonly N[]
): { readonly [K in N]: Text } =>
  Object.fromEntries(
    names.map((name) => {
      const one: Labelled = definitions[name]!
      return [name, 'options' in one ? one.options.label : one.label]
    }),
  ) as { readonly [K in N]: Text }

interface Page {
  readonly permissions: readonly { readonly code: string; readonly label: Text }[]
}
/** Label of a right that a page declares, by its code. */
export const rightLabel = <P extends Page>({ permissions }: P, code: P['permissions'][number]['code']): Text =>
  permissions.find((one) => one.code === code)?.label ?? [code, code]
