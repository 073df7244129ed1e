import { useT } from '@lamplight/console-kit'
import type { ColumnProps, FieldInputProps } from '@lamplight/console-kit/resource'
import { Select } from '@lamplight/devices/console'
import type { Text } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { type alarmConfig, isAlarm } from '../model/alarm-config.resource.ts'

const ALL: Text = ['该类型的所有故障', 'All faults of this kind']

/** List of the events that belong to the chosen kind of alarm. */
export const EventInput = ({ id, value, invalid, onChange, draft }: FieldInputProps<typeof alarmConfig, 'subAlarmType'>) => {
  const t = useT()
  const alarmType = draft.alarmType ?? 1
  return (
    <Select
      id={id}
      invalid={invalid}
      onChange={onChange}
      value={value ?? ''}
      empty={ALL}
      entries={Object.entries(EVENT_TYPES).flatMap(([event, label]) => (isAlarm({ alarmType }, event) ? [[event, t(label)] as const] : []))}
    />
  )
}

/** The label of an event in lists. */
export const EventCell = ({ value }: ColumnProps<typeof alarmConfig, 'subAlarmType'>) => {
  const t = useT()
  return <span>{value && isEventType(value) ? t(EVENT_TYPES[value]) : value || t(ALL)}</span>
}
