import { pick, type Text } from '@lamplight/kit'
import { StateMark } from '../choice/state-mark.tsx'
import { Picker } from '../picker.tsx'
import { textWidth } from '../text-width.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import type { FlagOptions } from './model.ts'

const WORDS: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const TONES = ['neutral', 'good'] as const
const wordsOf = (options: FlagOptions): readonly [Text, Text] => options.words ?? WORDS

const Cell = ({ value, options }: CellProps<boolean, FlagOptions>) => {
  const { lang } = useFieldHost()
  if (value === null) return <span className="ll-f-none">—</span>
  const at = value ? 1 : 0
  return <StateMark tone={(options.tones ?? TONES)[at]}>{pick(wordsOf(options)[at], lang)}</StateMark>
}

const Input = ({ id, value, onChange, onBlur, options, disabled, describedBy }: InputProps<boolean, FlagOptions>) => {
  const { lang } = useFieldHost()
  return (
    <button
      type="button"
      id={id}
      role="switch"
      className="ll-f-switch"
      aria-checked={value === true}
      aria-label={pick(options.label, lang)}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(value !== true)}
      onBlur={onBlur}
    >
      <span className="ll-f-switch-track" aria-hidden />
      <span>{pick(wordsOf(options)[value ? 1 : 0], lang)}</span>
    </button>
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<FlagOptions>) => {
  const { lang } = useFieldHost()
  const [off, on] = wordsOf(options)
  const value = params[wire]
  return (
    <Picker
      id={id}
      label={pick(options.label, lang)}
      options={[
        { id: '1', label: pick(on, lang) },
        { id: '0', label: pick(off, lang) },
      ]}
      chosen={value ? [value] : []}
      onChange={([chosen]) => onChange({ [wire]: chosen ?? '' })}
    />
  )
}

export const flagView: FieldView<boolean, FlagOptions> = {
  kind: 'flag',
  Cell,
  Input,
  Filter,
  width: (options, lang) => 62 + Math.max(...wordsOf(options).map((words) => textWidth(pick(words, lang)))),
}
