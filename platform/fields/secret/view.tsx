import type { FieldOptions } from '@lamplight/kit'
import { textRule } from '../rule-hint.ts'
import { type FieldView, type InputProps, useFieldHost } from '../view-type.ts'
import type { SecretOptions } from './model.ts'

const KEPT = { zh: '不修改请留空', en: 'Leave empty to keep it' }

const Input = ({ id, value, onChange, onBlur, wire, invalid, disabled, describedBy }: InputProps<string, FieldOptions>) => {
  const { lang } = useFieldHost()
  return (
    <input
      id={id}
      type="password"
      className="ll-f-input"
      autoComplete="new-password"
      placeholder={wire.id ? KEPT[lang] : undefined}
      value={value ?? ''}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value || null)}
      onBlur={onBlur}
    />
  )
}

export const secretView: FieldView<string, SecretOptions> = {
  kind: 'secret',
  Cell: () => <>••••••</>,
  Input,
  Filter: null,
  rule: textRule,
  width: 90,
}
