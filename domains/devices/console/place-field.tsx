import { useT } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import './devices.css'

/** The kinds of rows that a user can choose in a maintenance step, by their name in the form. */
export type Targets<K extends string> = Readonly<Record<K, { readonly to: string; readonly label: Text }>>

/** Two fields of a dialog: the kind of the target and its row. */
export const PlaceField = <K extends string>({
  id,
  label,
  targets,
  kind,
  value,
  invalid,
  onChange,
}: {
  readonly id: string
  readonly label: Text
  readonly targets: Targets<K>
  readonly kind: K
  readonly value: string | null
  readonly invalid: boolean
  readonly onChange: (kind: K, value: string | null) => void
}) => {
  const t = useT()
  const field = f.ref(targets[kind].to, { label: targets[kind].label })
  const { Input } = viewOf(field)
  return (
    <>
      <label className="ll-devices-label" htmlFor={`${id}-to`}>
        {t(label)}
      </label>
      <select id={`${id}-to`} className="ll-f-input" value={kind} onChange={(event) => onChange(event.target.value as K, null)}>
        {(Object.keys(targets) as K[]).map((one) => (
          <option key={one} value={one}>
            {t(targets[one].label)}
          </option>
        ))}
      </select>
      <label className="ll-devices-label" htmlFor={`${id}-target`}>
        {t(targets[kind].label)}
      </label>
      <Input
        key={kind}
        id={`${id}-target`}
        name="target"
        options={field.options}
        value={value}
        wire={{}}
        invalid={invalid}
        onChange={(chosen: unknown) => onChange(kind, (chosen as string | null) || null)}
      />
    </>
  )
}
