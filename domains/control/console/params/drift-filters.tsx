import { useFormat, useT } from '@lamplight/console-kit'
import { ChoiceFilter, RefFilter } from '@lamplight/console-kit/resource'
import { DR } from './drift.messages.ts'
import { DeviceFilter } from './param-filters.tsx'
import type { DriftFilter } from './use-drift.ts'
import { useDriftCount } from './use-drift-count.ts'

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
  const { types = [] } = useDriftCount() ?? {}
  if (types.length < 2 && !filter.deviceType) return null
  return (
    <ChoiceFilter
      label={DR.type}
      value={filter.deviceType}
      all={DR.allTypes}
      options={types.map(({ deviceType, typeName }) => [String(deviceType), typeName])}
      onChange={(deviceType) => onChange({ deviceType })}
    />
  )
}

/** Filters of the list of drift: families with their counts, type, area, and part of a name. */
export const DriftFilters = (props: Props) => {
  const t = useT()
  const { filter, isFiltered, onChange } = props
  return (
    <>
      <Families {...props} />
      <search className="ll-r-search">
        <Types {...props} />
        <RefFilter to="places.area" wire="areaId" label={DR.area} value={filter.areaId} onChange={(areaId) => onChange({ areaId })} />
        <DeviceFilter value={filter.keyword} onChange={(keyword) => onChange({ keyword })} />
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
