import { Empty, useT } from '@lamplight/console-kit'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { M } from './equipment.messages.ts'

/** Text of an empty list: how to add the first row, or that no row matches the filter. */
export const Nothing = ({
  isFiltered,
  first,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly first: Text
  readonly onClear: () => void
}) => {
  const t = useT()
  if (!isFiltered) return <Empty text={t(first)} />
  return (
    <Empty text={t(M.noMatch)}>
      <button type="button" className="ll-button" onClick={onClear}>
        {t(M.clear)}
      </button>
    </Empty>
  )
}

const STATES = {
  1: ['good', M.online],
  2: ['good', M.online],
  3: ['bad', M.fault],
  4: ['warn', M.offline],
  5: ['neutral', M.inactive],
} as const
/** State of a device (decisions.md B2). */
export const DeviceState = ({ state }: { readonly state: number }) => {
  const t = useT()
  const [tone, text] = STATES[state as keyof typeof STATES] ?? STATES[5]
  return <StateMark tone={tone}>{t(text)}</StateMark>
}
