import { useT } from '@lamplight/console-kit'
import { viewOf } from '@lamplight/fields/view'
import type { Field } from '@lamplight/kit'
import './devices.css'

/** One field of a dialog with its label, hint and error text. */
export const ChosenField = ({
  id,
  field,
  value,
  wrong,
  onChange,
}: {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  readonly wrong: string
  readonly onChange: (value: unknown) => void
}) => {
  const t = useT()
  const { Input } = viewOf(field)
  const { label, hint } = field.options
  return (
    <>
      <label className="ll-devices-label" htmlFor={id}>
        {t(label)}
      </label>
      <Input id={id} name="chosen" options={field.options} value={value} wire={{}} invalid={wrong !== ''} onChange={onChange} />
      {wrong ? (
        <p className="ll-r-field-error" role="alert">
          {wrong}
        </p>
      ) : (
        hint && <p className="ll-r-field-hint">{t(hint)}</p>
      )}
    </>
  )
}
