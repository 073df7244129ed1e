import { Segments, useT } from '@lamplight/console-kit'
import { RefFilter } from '@lamplight/console-kit/resource'
import { DR } from './drift.messages.ts'
import { DeviceFilter } from './param-filters.tsx'
import { RP } from './reported.messages.ts'
import type { ReportedFilter } from './use-reported.ts'

/** Filters of the reported values: part of a name, project, area, and whether they differ from the wanted ones. */
export const ReportedFilters = ({
  filter,
  comparesWanted,
  isFiltered,
  onChange,
}: {
  readonly filter: ReportedFilter
  /** False for a family that nobody sets. */
  readonly comparesWanted: boolean
  readonly isFiltered: boolean
  readonly onChange: (changed: Partial<ReportedFilter>) => void
}) => {
  const t = useT()
  return (
    <search className="ll-r-search">
      <DeviceFilter value={filter.keyword} onChange={(keyword) => onChange({ keyword })} />
      <RefFilter
        to="places.project"
        wire="projectId"
        label={RP.project}
        value={filter.projectId}
        onChange={(projectId) => onChange({ projectId })}
      />
      <RefFilter to="places.area" wire="areaId" label={RP.area} value={filter.areaId} onChange={(areaId) => onChange({ areaId })} />
      {comparesWanted && (
        <div className="ll-param-segments">
          <Segments
            label={t(RP.show)}
            value={filter.drift}
            onChange={(drift) => onChange({ drift })}
            options={[
              { value: '', label: t(RP.all) },
              { value: '1', label: t(RP.differs) },
            ]}
          />
        </div>
      )}
      {isFiltered && (
        <button
          type="button"
          className="ll-button ll-r-quiet"
          onClick={() => onChange({ keyword: '', projectId: '', areaId: '', drift: '' })}
        >
          {t(DR.reset)}
        </button>
      )}
    </search>
  )
}
