import { useFormat, useT } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useId } from 'react'
import { R } from './register.messages.ts'
import { type useRegister, useTypes } from './use-register.ts'

const STATES: Readonly<Record<string, Text>> = { 1: R.on, 2: R.off, 3: R.fault, 4: R.offline, 5: R.inactive }
const PLACES = { projectId: f.ref('places.project', { label: R.project }), areaId: f.ref('places.area', { label: R.area }) } as const

type State = ReturnType<typeof useRegister>
/** The filters of the register. Their values are in the address of the tab. */
export const RegisterFilters = ({ filter, setFilter }: Pick<State, 'filter' | 'setFilter'>) => {
  const t = useT()
  const id = useId()
  const { number } = useFormat()
  const { data: types = [] } = useTypes()
  return (
    <search className="ll-r-search">
      <div className="ll-r-filter" data-frame>
        <label htmlFor={`${id}-type`}>{t(R.type)}</label>
        <select
          id={`${id}-type`}
          className="ll-f-input"
          value={filter.deviceType}
          onChange={(event) => setFilter({ deviceType: event.target.value })}
        >
          <option value="">{t(R.allTypes)}</option>
          {types
            .filter(({ registered }) => registered === 1)
            .map(({ code, name, total }) => (
              <option key={code} value={code}>
                {t([`${name}（${number(total)}）`, `${name} (${number(total)})`])}
              </option>
            ))}
        </select>
      </div>
      <div className="ll-r-filter" data-frame>
        <label htmlFor={`${id}-state`}>{t(R.state)}</label>
        <select
          id={`${id}-state`}
          className="ll-f-input"
          value={filter.status}
          onChange={(event) => setFilter({ status: event.target.value })}
        >
          <option value="">{t(R.allStates)}</option>
          {Object.entries(STATES).map(([state, text]) => (
            <option key={state} value={state}>
              {t(text)}
            </option>
          ))}
        </select>
      </div>
      {(['projectId', 'areaId'] as const).map((name) => {
        const { Input } = viewOf(PLACES[name])
        return (
          <div key={name} className="ll-r-filter" data-frame>
            <label htmlFor={`${id}-${name}`}>{t(PLACES[name].options.label)}</label>
            <Input
              id={`${id}-${name}`}
              name={name}
              options={PLACES[name].options}
              value={filter[name] || null}
              wire={{}}
              invalid={false}
              onChange={(value: unknown) => setFilter({ [name]: (value as string | null) ?? '' })}
            />
          </div>
        )
      })}
      <div className="ll-r-filter" data-frame>
        <label htmlFor={`${id}-find`}>{t(R.find)}</label>
        <input
          id={`${id}-find`}
          key={filter.keyword}
          className="ll-f-input"
          maxLength={80}
          defaultValue={filter.keyword}
          onBlur={(event) => event.target.value.trim() !== filter.keyword && setFilter({ keyword: event.target.value.trim() })}
          onKeyDown={(event) => event.key === 'Enter' && setFilter({ keyword: event.currentTarget.value.trim() })}
        />
      </div>
    </search>
  )
}
