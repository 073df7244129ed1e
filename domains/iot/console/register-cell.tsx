import { useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { registration } from '../model/registration.resource.ts'
import './iot.css'

const { values, tones } = registration.fields.registerStatus.options

/** Cell of `registerStatus`. It shows the reason of a failure below the state. */
export const RegisterCell = ({ value, row }: ColumnProps<typeof registration, 'registerStatus'>) => {
  const t = useT()
  const status = (value ?? 0) as keyof typeof tones
  const reason = row.registerReason ?? ''
  return (
    <span title={reason}>
      <StateMark tone={tones[status]}>{t(values[status])}</StateMark>
      {reason && <span className="ll-iot-reason">{reason}</span>}
    </span>
  )
}
