import { type MarkTone, StateMark } from '@lamplight/console-kit'
import { type Band, bandOf } from './soc.ts'

const TONES: Readonly<Record<Band['key'], MarkTone>> = { high: 'success', medium: 'gold', low: 'danger', unknown: 'neutral' }
const NONE = '—'

/** State of charge in the list and on the page of a lamp. */
export const SocCell = ({ value, row }: { readonly value: unknown; readonly row: object }) => {
  const soc = typeof value === 'number' ? value : null
  if (soc === null) return NONE
  return (
    <StateMark
      tone={TONES[bandOf(soc, Number((row as { readonly deviceState?: unknown }).deviceState ?? 0)).key]}
      text={`${Math.round(soc)}%`}
    />
  )
}
