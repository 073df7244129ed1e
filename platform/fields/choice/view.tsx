import { pick } from '@lamplight/kit'
import { Picker } from '../picker.tsx'
import type { PickOption } from '../picker-model.ts'
import { textWidth } from '../text-width.ts'
import { type CellProps, type FieldView, type FilterProps, type InputProps, useFieldHost } from '../view-type.ts'
import type { ChoiceOptions } from './model.ts'
import { StateMark } from './state-mark.tsx'

/** Up to this many choices are shown side by side; more as a list. */
const SIDE_BY_SIDE = 4

const Cell = ({ value, options }: CellProps<number, ChoiceOptions>) => {
  const { lang } = useFieldHost()
  if (value === null) return <span className="ll-f-none">—</span>
  const words = options.values[value]
  const word = words ? pick(words, lang) : String(value)
  return options.tones ? <StateMark tone={options.tones[value]}>{word}</StateMark> : word
}

const useChoices = (options: ChoiceOptions): readonly PickOption[] => {
  const { lang } = useFieldHost()
  return Object.entries(options.values).map(([id, words]) => ({ id, label: pick(words, lang) }))
}

const Input = (props: InputProps<number, ChoiceOptions>) => {
  const { id, value, onChange, onBlur, options, invalid, disabled, describedBy } = props
  const { lang } = useFieldHost()
  const choices = useChoices(options)
  const chosen = value === null || value === undefined ? [] : [String(value)]
  if (choices.length > SIDE_BY_SIDE)
    return (
      <Picker
        id={id}
        onBlur={onBlur}
        invalid={invalid}
        disabled={disabled}
        describedBy={describedBy}
        chosen={chosen}
        label={pick(options.label, lang)}
        options={choices}
        onChange={([one]) => onChange(one === undefined ? null : Number(one))}
      />
    )
  return (
    <div className="ll-f-radios" role="radiogroup" aria-label={pick(options.label, lang)} aria-describedby={describedBy} onBlur={onBlur}>
      {choices.map((choice, at) => (
        <label key={choice.id} className="ll-f-radio">
          <input
            type="radio"
            id={at === 0 ? id : undefined}
            name={id}
            checked={chosen[0] === choice.id}
            disabled={disabled}
            onChange={() => onChange(Number(choice.id))}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}

const Filter = ({ id, wire, options, params, onChange }: FilterProps<ChoiceOptions>) => {
  const { lang } = useFieldHost()
  return (
    <Picker
      id={id}
      label={pick(options.label, lang)}
      multiple={options.search === 'in'}
      options={useChoices(options)}
      chosen={(params[wire] ?? '').split(',').filter(Boolean)}
      onChange={(chosen) => onChange({ [wire]: chosen.join(',') })}
    />
  )
}

export const choiceView: FieldView<number, ChoiceOptions> = {
  kind: 'choice',
  Cell,
  Input,
  Filter,
  width: (options, lang) => 62 + Math.max(...Object.values(options.values).map((words) => textWidth(pick(words, lang)))),
}
