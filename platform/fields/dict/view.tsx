import { pick } from '@lamplight/kit'
import { Picker } from '../picker.tsx'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import type { DictOptions } from './model.ts'

const Cell = ({ value, options }: CellProps<string, DictOptions>) => {
  const entries = useFieldHost().useDictionary(options.code)
  if (value === null) return <span className="ll-f-none">—</span>
  return <>{entries.find((entry) => entry.key === value)?.label ?? value}</>
}

const Input = ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<string, DictOptions>) => {
  const { lang, useDictionary } = useFieldHost()
  const entries = useDictionary(options.code)
  const offered = entries.filter((entry) => !entry.sealed || entry.key === value)
  return (
    <Picker
      id={id}
      onBlur={onBlur}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      label={pick(options.label, lang)}
      options={offered.map((entry) => ({ id: entry.key, label: entry.label }))}
      chosen={value ? [value] : []}
      onChange={([one]) => onChange(one ?? null)}
    />
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<DictOptions>) => {
  const { lang, useDictionary } = useFieldHost()
  const entries = useDictionary(options.code)
  return (
    <Picker
      id={id}
      label={pick(options.label, lang)}
      multiple={options.search === 'in'}
      options={entries.map((entry) => ({ id: entry.key, label: entry.label }))}
      chosen={(params[wire] ?? '').split(',').filter(Boolean)}
      onChange={(chosen) => onChange({ [wire]: chosen.join(',') })}
    />
  )
}

export const dictView: FieldView<string, DictOptions> = { kind: 'dict', Cell, Input, Filter, width: 110 }
