import type { FieldOptions } from '@lamplight/kit'
import { useEffect, useRef, useState } from 'react'
import { capital } from '../rule-hint.ts'
import { type CellProps, type FieldView, type InputProps, useFieldHost } from '../view-type.ts'
import { type GeoPoint, geoModel, WITHIN } from './model.ts'

const WORDS = { zh: ['经度', '纬度'], en: ['Longitude', 'Latitude'] } as const

const Cell = ({ value }: CellProps<GeoPoint, FieldOptions>) =>
  value === null ? (
    <span className="ll-f-none">—</span>
  ) : (
    <span className="ll-f-number">{`${value.lng.toFixed(5)}, ${value.lat.toFixed(5)}`}</span>
  )

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<GeoPoint, FieldOptions>) => {
  const words = WORDS[useFieldHost().lang]
  const [typed, setTyped] = useState<readonly [string, string]>(value ? [String(value.lng), String(value.lat)] : ['', ''])
  const last = useRef(value)
  useEffect(() => {
    if (value === last.current || value === undefined) return
    last.current = value
    setTyped(value ? [String(value.lng), String(value.lat)] : ['', ''])
  }, [value])
  const type = (next: readonly [string, string]): void => {
    setTyped(next)
    last.current = geoModel.fromWire(
      next.map((part) => part.trim()),
      options,
    )
    onChange(last.current)
  }
  return (
    <fieldset className="ll-f-geo" onBlur={onBlur} aria-describedby={describedBy}>
      {([0, 1] as const).map((at) => (
        <label key={at} className="ll-f-input-unit">
          <span className="ll-f-unit">{words[at]}</span>
          <input
            id={at === 0 ? id : `${id}-lat`}
            className="ll-f-input"
            inputMode="decimal"
            autoComplete="off"
            value={typed[at]}
            disabled={disabled}
            aria-invalid={invalid || undefined}
            onChange={(event) => type(at === 0 ? [event.target.value, typed[1]] : [typed[0], event.target.value])}
          />
          <span className="ll-f-unit">°</span>
        </label>
      ))}
    </fieldset>
  )
}

export const geoView: FieldView<GeoPoint> = {
  kind: 'geo',
  Cell,
  Input,
  Filter: null,
  rule: () => capital(WITHIN),
  width: 180,
}
