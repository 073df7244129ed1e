import { useFormat, useT } from '@lamplight/console-kit'
import { ChoiceFilter, RefFilter, TextFilter } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { R } from './register.messages.ts'
import { type useRegister, useTypes } from './use-register.ts'

const STATES: Readonly<Record<string, Text>> = { 1: R.on, 2: R.off, 3: R.fault, 4: R.offline, 5: R.inactive }

type State = ReturnType<typeof useRegister>
/** The filters of the register. Their values are in the address of the tab. */
export const RegisterFilters = ({ filter, setFilter }: Pick<State, 'filter' | 'setFilter'>) => {
  const t = useT()
  const { number } = useFormat()
  const { data: types = [] } = useTypes()
  return (
    <search className="ll-r-search">
      <ChoiceFilter
        label={R.devType}
        value={filter.deviceType}
        all={R.allTypes}
        options={types
          .filter(({ registered }) => registered === 1)
          .map(({ code, name, total }) => [String(code), t([`${name}（${number(total)}）`, `${name} (${number(total)})`])])}
        onChange={(deviceType) => setFilter({ deviceType })}
      />
      <ChoiceFilter
        label={R.currentControllerStatus}
        value={filter.status}
        all={R.allStates}
        options={STATES}
        onChange={(status) => setFilter({ status })}
      />
      <RefFilter
        to="places.project"
        wire="projectId"
        label={R.projectId}
        value={filter.projectId}
        onChange={(projectId) => setFilter({ projectId })}
      />
      <RefFilter to="places.area" wire="areaId" label={R.areaId} value={filter.areaId} onChange={(areaId) => setFilter({ areaId })} />
      <TextFilter label={R.find} value={filter.keyword} onChange={(keyword) => setFilter({ keyword })} />
    </search>
  )
}
