import { useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import type { group } from '../../model/index.ts'
import { M } from '../devices.messages.ts'

const USUAL = 1

/** The category of a group: in words if pages of the console use it, else as it was written. */
export const GroupCategory = ({ value }: ColumnProps<typeof group, 'category'>) => {
  const t = useT()
  return value === 'institute' ? t(M.instituteGroup) : value || '—'
}

export const GroupType = ({ value }: ColumnProps<typeof group, 'type'>) => {
  const t = useT()
  return value === USUAL ? t(M.usualGroup) : (value ?? '—')
}
