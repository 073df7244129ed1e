import { Icon, iconNames, useT } from '@lamplight/console-kit'

/** Input that selects one of the console's icons, also by arrow keys; unknown names are kept. */
export const IconInput = ({
  id,
  value,
  onChange,
  invalid,
}: {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly invalid: boolean
}) => {
  const t = useT()
  return (
    <div className="ll-icons">
      <input
        id={id}
        className="ll-f-input"
        aria-invalid={invalid || undefined}
        value={value ?? ''}
        maxLength={100}
        onChange={(event) => onChange(event.target.value || null)}
      />
      <fieldset className="ll-icons__all" aria-label={t(['选择图标', 'Choose an icon'])}>
        {iconNames.map((name) => (
          <label key={name} title={name}>
            <input
              className="ll-hidden"
              type="radio"
              name={`${id}-icon`}
              aria-label={name}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <Icon name={name} size={18} />
          </label>
        ))}
      </fieldset>
    </div>
  )
}
