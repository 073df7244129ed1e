import { useT } from '@lamplight/console-kit'
import { kindOfRow, PARAM_MASK } from '../model/params.ts'

interface Props {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly draft: Parameters<typeof kindOfRow>[0]
  readonly invalid: boolean
}

/** Input of a parameter's value, by the type of its key. */
export const ParamInput = ({ id, value, onChange, draft, invalid }: Props) => {
  const t = useT()
  const type = kindOfRow(draft)
  const common = { id, 'aria-invalid': invalid || undefined, className: 'll-f-input' }
  const text = value ?? ''
  const set = (next: string): void => onChange(next || null)
  switch (type.kind) {
    case 'flag':
      return (
        <select {...common} className="ll-f-select" value={text} onChange={(event) => set(event.target.value)}>
          {!['true', 'false'].includes(text) && <option value={text}>{text}</option>}
          <option value="true">{t(['是', 'Yes'])}</option>
          <option value="false">{t(['否', 'No'])}</option>
        </select>
      )
    case 'choice':
      return (
        <select {...common} className="ll-f-select" value={text} onChange={(event) => set(event.target.value)}>
          {!type.values.includes(text) && <option value={text}>{text}</option>}
          {type.values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )
    case 'number':
      return (
        <span className="ll-system-number">
          <input {...common} inputMode="decimal" value={text} onChange={(event) => set(event.target.value)} />
          {type.unit && <span className="ll-f-unit">{type.unit}</span>}
        </span>
      )
    case 'color':
      return (
        <span className="ll-system-number">
          <input type="color" aria-label={t(['选择颜色', 'Pick a colour'])} value={text} onChange={(event) => set(event.target.value)} />
          <input {...common} value={text} onChange={(event) => set(event.target.value)} />
        </span>
      )
    case 'clock':
      return <input {...common} type="time" value={text} onChange={(event) => set(event.target.value)} />
    case 'secret':
      return (
        <input
          {...common}
          type="password"
          autoComplete="new-password"
          placeholder={text === PARAM_MASK ? t(['不修改请留空', 'Leave empty to keep it']) : undefined}
          value={text === PARAM_MASK ? '' : text}
          onChange={(event) => onChange(event.target.value || PARAM_MASK)}
        />
      )
    default:
      return (
        <textarea
          {...common}
          rows={type.kind === 'address' || type.kind === 'tiles' ? 2 : 4}
          value={text}
          onChange={(event) => set(event.target.value)}
        />
      )
  }
}
