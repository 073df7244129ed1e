import { useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { user } from '../model/user.resource.ts'
import { M } from './identity.messages.ts'

/** State of an account; a lock after failed sign-ins is shown first, with its end. */
export const UserState = ({ value, row }: ColumnProps<typeof user, 'status'>) => {
  const t = useT()
  const { values, tones } = user.fields.status.options
  const state = value === 0 ? 0 : 1
  if (state === 1 && row.loginLock === 1)
    return <StateMark tone="warn">{t(M.lockedUntil, { time: (row.lockedUntil ?? '').slice(11, 16) })}</StateMark>
  return <StateMark tone={tones[state]}>{t(values[state])}</StateMark>
}
