import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useT } from '../i18n/use-t.ts'

/** States of devices that are no lamps (decisions.md B2): they are not on or off. */
export const DEVICE_STATES: Readonly<Record<number, Text>> = {
  1: ['正常', 'Normal'],
  3: ['故障', 'Fault'],
  4: ['离线', 'Offline'],
  5: ['未激活', 'Not activated'],
}
const TONES = { 1: 'good', 3: 'bad', 4: 'warn', 5: 'neutral' } as const
const INACTIVE = 5

/** State of a device that is no lamp, with its label. An unknown state is shown as not activated. */
export const DeviceStateMark = ({ state }: { readonly state: number }) => {
  const t = useT()
  const known = state in DEVICE_STATES ? state : INACTIVE
  return <StateMark tone={TONES[known as keyof typeof TONES]}>{t(DEVICE_STATES[known] as Text)}</StateMark>
}
