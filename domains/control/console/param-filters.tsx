import { useT } from '@lamplight/console-kit'
import { viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useId } from 'react'
import { DR } from './drift.messages.ts'

/** Filter by a row of another resource, for example an area. `wire` is the name of the parameter. */
export const RefFilter = ({
  to,
  wire,
  label,
  value,
  onChange,
}: {
  readonly to: string
  readonly wire: string
  readonly label: Text
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const t = useT()
  const id = useId()
  const options = { to, label }
  const { Filter } = viewOf({ kind: 'ref', options })
  return (
    <div className="ll-r-filter" data-frame data-kind="ref">
      <label htmlFor={id}>{t(label)}</label>
      {Filter && (
        <Filter
          id={id}
          wire={wire}
          options={options}
          params={value ? { [wire]: value } : {}}
          onChange={(changed) => onChange(String(changed[wire] ?? ''))}
        />
      )}
    </div>
  )
}

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filter by a part of a text. It applies on Enter and when the field loses the focus. */
export const TextFilter = ({ label, placeholder, value, onChange }: Props & { readonly label: Text; readonly placeholder?: Text }) => {
  const t = useT()
  const id = useId()
  return (
    <div className="ll-r-filter" data-frame>
      <label htmlFor={id}>{t(label)}</label>
      <input
        key={value}
        id={id}
        type="search"
        className="ll-f-input"
        placeholder={placeholder && t(placeholder)}
        defaultValue={value}
        onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value.trim())}
        onBlur={(event) => event.target.value.trim() !== value && onChange(event.target.value.trim())}
      />
    </div>
  )
}

/** Filter by a part of the name or serial number of a device. */
export const DeviceFilter = (props: Props) => <TextFilter label={DR.device} placeholder={DR.keyword} {...props} />
