import { useT } from '@lamplight/console-kit'
import { type ColumnProps, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { issued } from '../../model/issued.listing.ts'
import { stateWords, toneOf } from './item-words.ts'
import { OriginTabs } from './origin-tabs.tsx'
import { recordsPageOf } from './records.page.tsx'

/** State of a device of a command, by its rung. */
const DeviceState = ({ row }: ColumnProps<typeof issued, 'state'>) => {
  const [state, rung] = [row.state ?? 0, row.rung ?? 0]
  return <StateMark tone={toneOf(state)}>{stateWords({ state, rung }, useT())}</StateMark>
}

const NONE = ['还没有下发过指令', 'No command has been issued'] as const

export const issuedCommands: ResourceConsole = onConsole(issued, {
  empty: NONE,
  emptyElse: NONE,
  own: true,
  labels: false,
  columns: { state: DeviceState },
  slots: { listTop: OriginTabs },
  pages: { list: async () => recordsPageOf(issuedCommands) },
})
