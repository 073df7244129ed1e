import { useFormat, useT } from '@lamplight/console-kit'
import { viewOf } from '@lamplight/fields/view'
import { useId } from 'react'
import { DR } from './drift.messages.ts'
import type { DriftFilter } from './use-drift.ts'
import { useDriftCount } from './use-drift-count.ts'

const AREA = { kind: 'ref', options: { to: 'places.area', label: DR.area } } as const

interface Props {
  readonly filter: DriftFilter
  readonly isFiltered: boolean
  readonly onChange: (changed: Partial<DriftFilter>) => void
}

const Families = ({ filter, onChange }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const counts = useDriftCount()
  if (!counts || counts.total === 0) return null
  const choices = [{ family: '', familyName: t(DR.all), total: counts.total }, ...counts.families]
  return (
    <div className="ll-batch-filter" role="radiogroup" aria-label={t(DR.families)}>
      {choices.map(({ family, familyName, total }) => (
        // biome-ignore lint/a11y/useSemanticElements: a chip that is pressed, not a form field
        <button key={family} type="button" role="radio" aria-checked={family === filter.family} onClick={() => onChange({ family })}>
          {familyName} <b>{number(total)}</b>
        </button>
      ))}
    </div>
  )
}

const Types = ({ filter, onChange }: Props) => {
  const t = useT()
  const id = useId()
  const { types = [] } = useDriftCount() ?? {}
  if (types.length < 2 && !filter.deviceType) return null
  return (
    <div className="ll-r-filter" data-frame>
      <label htmlFor={id}>{t(DR.type)}</label>
      <select id={id} className="ll-f-input" value={filter.deviceType} onChange={(event) => onChange({ deviceType: event.target.value })}>
        <option value="">{t(DR.allTypes)}</option>
        {types.map(({ deviceType, typeName }) => (
          <option key={deviceType} value={String(deviceType)}>
            {typeName}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Filters of the list of drift: families with their counts, type, area, and part of a name. */
export const DriftFilters = (props: Props) => {
  const t = useT()
  const id = useId()
  const { filter, isFiltered, onChange } = props
  const { Filter } = viewOf(AREA)
  return (
    <>
      <Families {...props} />
      <search className="ll-r-search">
        <Types {...props} />
        <div className="ll-r-filter" data-frame data-kind="ref">
          <label htmlFor={`${id}-area`}>{t(DR.area)}</label>
          {Filter && (
            <Filter
              id={`${id}-area`}
              wire="areaId"
              options={AREA.options}
              params={filter.areaId ? { areaId: filter.areaId } : {}}
              onChange={({ areaId = '' }) => onChange({ areaId: String(areaId) })}
            />
          )}
        </div>
        <div className="ll-r-filter" data-frame>
          <label htmlFor={`${id}-keyword`}>{t(DR.device)}</label>
          <input
            key={filter.keyword}
            id={`${id}-keyword`}
            type="search"
            className="ll-f-input"
            placeholder={t(DR.keyword)}
            defaultValue={filter.keyword}
            onKeyDown={(event) => event.key === 'Enter' && onChange({ keyword: event.currentTarget.value.trim() })}
            onBlur={(event) => event.target.value.trim() !== filter.keyword && onChange({ keyword: event.target.value.trim() })}
          />
        </div>
        {isFiltered && (
          <button
            type="button"
            className="ll-button ll-r-quiet"
            onClick={() => onChange({ family: '', deviceType: '', areaId: '', keyword: '' })}
          >
            {t(DR.reset)}
          </button>
        )}
      </search>
    </>
  )
}
