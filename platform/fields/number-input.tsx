import { isEnergy, readable, withUnit } from '@lamplight/kit'
import { useEffect, useRef, useState } from 'react'
import type { NumberOptions } from './int/model.ts'
import { TextFilter } from './text-filter.tsx'
import { type CellProps, type FilterProps, type InputProps, useFieldHost } from './view-type.ts'

/** A number with grouped digits and its unit; the table aligns it right. */
export const NumberCell = ({ value, options }: CellProps<number, NumberOptions & { readonly decimals?: number }>) => {
  const { number } = useFieldHost()
  if (value === null) return <span className="ll-f-none">—</span>
  const shown = readable(value, options.unit ?? '', options.decimals)
  const text = options.quantity === false ? String(value) : number(shown.value, shown.decimals)
  return <span className="ll-f-number">{options.unit ? withUnit(text, shown.symbol) : text}</span>
}

/** Width of a column of energies, px: `9,999.000 kWh` (`readable`) fits. */
const ENERGY = 128
/** Width of a column of numbers, px: `usual`, or enough for all digits of an energy. */
export const numberWidth =
  (usual: number) =>
  ({ unit = '' }: NumberOptions): number =>
    isEnergy(unit) ? ENERGY : usual

/** Input of a number with its unit; keeps the typed text while it is not a number. */
export const numberInput =
  (read: (typed: string, options: NumberOptions) => number | null | undefined) =>
  ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<number, NumberOptions>) => {
    const [typed, setTyped] = useState(value === null || value === undefined ? '' : String(value))
    const last = useRef(value)
    useEffect(() => {
      if (value === last.current || value === undefined) return
      last.current = value
      setTyped(value === null ? '' : String(value))
    }, [value])
    return (
      <span className="ll-f-input-unit">
        <input
          id={id}
          className="ll-f-input"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          aria-required={options.required}
          onChange={(event) => {
            setTyped(event.target.value)
            last.current = read(event.target.value.trim(), options)
            onChange(last.current)
          }}
          onBlur={onBlur}
        />
        {options.unit && <span className="ll-f-unit">{options.unit}</span>}
      </span>
    )
  }

const BOUNDS = { zh: ['最小', '最大'], en: ['min', 'max'] } as const

/** Filter by a value, or by two bounds (`_ge`, `_le`). */
export const NumberFilter = ({ id, wire, options, params, onChange }: FilterProps<NumberOptions>) => {
  const { lang } = useFieldHost()
  const box = (name: string, at: string, label?: string) => (
    <TextFilter id={at} numeric label={label} value={params[name] ?? ''} onChange={(value) => onChange({ [name]: value })} />
  )
  if (options.search !== 'range') return box(wire, id)
  return (
    <span className="ll-f-range">
      {box(`${wire}_ge`, id, BOUNDS[lang][0])}
      <span aria-hidden>–</span>
      {box(`${wire}_le`, `${id}-to`, BOUNDS[lang][1])}
      {options.unit && <span className="ll-f-unit">{options.unit}</span>}
    </span>
  )
}
