import { useT } from '@lamplight/console-kit'
import { type Text, unitSymbol } from '@lamplight/kit'
import { EVENT_TYPES } from '@lamplight/protocol'
import './devices.css'
import { P } from './product.messages.ts'

interface Definition {
  readonly properties?: Readonly<Record<string, { readonly label?: Text; readonly unit?: string; readonly retired?: boolean }>>
  readonly commands?: Readonly<Record<string, { readonly label?: Text }>>
  readonly events?: readonly string[]
}
/** The definition in the JSON of a product; null if the text is no JSON object. */
const parsed = (text: unknown): Definition | null => {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** The definition of a product in words: its properties with units, its functions and its events. */
export const DefinitionCell = ({ value }: { readonly value: unknown }) => {
  const t = useT()
  const definition = parsed(value)
  if (!definition) return <span className="ll-f-none">{'—'}</span>
  const properties = Object.entries(definition.properties ?? {}).filter(([, { retired }]) => !retired)
  const lines = [
    [P.properties, properties.map(([name, { label, unit }]) => `${t(label ?? [name, name])}${unit ? `\u00A0(${unitSymbol(unit)})` : ''}`)],
    [P.functions, Object.entries(definition.commands ?? {}).map(([name, { label }]) => t(label ?? [name, name]))],
    [P.events, (definition.events ?? []).map((name) => t((EVENT_TYPES as Readonly<Record<string, Text>>)[name] ?? [name, name]))],
  ] as const
  return (
    <ul className="ll-devices-definition">
      {lines.map(([label, words]) => (
        <li key={label[1]}>
          <span>{t(label)}</span> {words.length > 0 ? words.join(t(['、', ', '])) : '—'}
        </li>
      ))}
    </ul>
  )
}
