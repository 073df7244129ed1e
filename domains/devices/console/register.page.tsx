import { api, confirm, Empty, PageHeader, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { FieldsHost, invalidate, PagedTable, tellOutcome } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useId, useState } from 'react'
import './devices.css'
import { M } from './devices.messages.ts'
import { R } from './register.messages.ts'
import { REGISTER_COLUMNS } from './register-columns.tsx'
import { RegisterMoveDialog } from './register-move.dialog.tsx'
import { useRegister, useTypes } from './use-register.ts'

const STATES: Readonly<Record<string, Text>> = { 1: R.on, 2: R.off, 3: R.fault, 4: R.offline, 5: R.inactive }
const PLACES = { projectId: f.ref('places.project', { label: R.project }), areaId: f.ref('places.area', { label: R.area }) } as const

type State = ReturnType<typeof useRegister>
const Filters = ({ filter, setFilter }: Pick<State, 'filter' | 'setFilter'>) => {
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

const Register = () => {
  const t = useT()
  const { number } = useFormat()
  const mayMove = usePermission('controller_edit')
  const mayActivate = usePermission('controller_activated')
  const { query, current, size, filter, isFiltered, setPage, setFilter } = useRegister()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState(false)
  const ids = [...chosen]
  const n = number(chosen.size)
  const activate = async (activated: 0 | 1): Promise<void> => {
    const ask = { title: t(R.deactivateAsk, { n }), text: t(R.deactivateText), ok: t(R.deactivateN, { n }), danger: true }
    if (activated === 0 && !(await confirm(ask))) return
    const answer = await api.post('blade-device/device/devPloy/batch', { body: { ids, activated } })
    const said = activated === 1 ? R.activated : R.deactivated
    tellOutcome(answer, [said[0].replace('{n}', n), said[1].replace('{n}', n)])
    setChosen(new Set())
    void invalidate('devices.register')
    void query.refetch()
  }
  return (
    <div className="ll-r-page">
      <PageHeader title={t(R.title)} about={t(R.about)} />
      <Filters filter={filter} setFilter={setFilter} />
      {chosen.size > 0 && (
        <div className="ll-r-selected" role="status">
          <span>{t(R.selected, { n })}</span>
          {mayMove && (
            <button type="button" className="ll-r-link" onClick={() => setMoving(true)}>
              {t(R.moveN, { n })}
            </button>
          )}
          {mayActivate && (
            <>
              <button type="button" className="ll-r-link" onClick={() => void activate(1).catch(() => undefined)}>
                {t(R.activateN, { n })}
              </button>
              <button type="button" className="ll-r-link" data-danger onClick={() => void activate(0).catch(() => undefined)}>
                {t(R.deactivateN, { n })}
              </button>
            </>
          )}
          <button type="button" className="ll-r-link" onClick={() => setChosen(new Set())}>
            {t(M.unselect)}
          </button>
        </div>
      )}
      <PagedTable
        query={query}
        page={{ current, size, total: query.data?.total ?? 0, onChange: setPage }}
        empty={
          <Empty text={t(isFiltered ? R.none : R.first)}>
            {isFiltered && (
              <button
                type="button"
                className="ll-button"
                onClick={() => setFilter({ deviceType: '', status: '', projectId: '', areaId: '', keyword: '' })}
              >
                {t(M.clear)}
              </button>
            )}
          </Empty>
        }
        columns={REGISTER_COLUMNS}
        rows={query.data?.records ?? []}
        label={t(R.title)}
        keyOf={(row) => row.id}
        {...((mayMove || mayActivate) && { chosen, onChoose: setChosen })}
      />
      {moving && (
        <RegisterMoveDialog
          ids={ids}
          onClose={(moved) => {
            setMoving(false)
            if (!moved) return
            setChosen(new Set())
            void query.refetch()
          }}
        />
      )}
    </div>
  )
}

/** The register of all devices: filters in the address, and actions for several devices of any type. */
export const RegisterPage = () => (
  <FieldsHost>
    <Register />
  </FieldsHost>
)
