import { useFormat, usePermission, useT } from '@lamplight/console-kit'
import { ChoiceFilter, RefFilter } from '@lamplight/console-kit/resource'
import { controllerType } from '@lamplight/devices/model'
import { useState } from 'react'
import { chooseOnMap, mapChoice } from '../command/map-choice.ts'
import { SerialsDialog } from '../command/serials.dialog.tsx'
import { useCommandRights } from '../command/use-command-rights.ts'
import { DR } from './drift.messages.ts'
import { MX } from './matrix.messages.ts'
import { DeviceFilter } from './param-filters.tsx'
import { RP } from './reported.messages.ts'
import type { Matrix } from './use-matrix.ts'

/** Chooses the family and the devices: by group, project, area, name, drift, or a sheet of serial numbers. */
export const MatrixTarget = ({ matrix }: { readonly matrix: Matrix }) => {
  const t = useT()
  const { number } = useFormat()
  const mayGroup = usePermission('device_group_view')
  const [isAsking, setAsking] = useState(false)
  const { families, family, filter, sns, onMap, isFiltered, setFamily, setFilter, setSns } = matrix
  const may = useCommandRights()
  // The map has its selection tools for users who may send commands to lamps.
  const mayMap = family?.types.includes(controllerType.name) && Object.values(may).some(Boolean)
  return (
    <search className="ll-r-search">
      <ChoiceFilter
        label={MX.family}
        value={family?.name ?? ''}
        options={families.map(({ name, label }) => [name, t(label)])}
        isWide
        onChange={setFamily}
      />
      {mayGroup && (
        <RefFilter
          to="devices.group"
          wire="groupId"
          label={MX.group}
          value={filter.groupId}
          onChange={(groupId) => setFilter({ groupId })}
        />
      )}
      <RefFilter
        to="places.project"
        wire="projectId"
        label={RP.project}
        value={filter.projectId}
        onChange={(projectId) => setFilter({ projectId })}
      />
      <RefFilter to="places.area" wire="areaId" label={RP.area} value={filter.areaId} onChange={(areaId) => setFilter({ areaId })} />
      <DeviceFilter value={filter.keyword} onChange={(keyword) => setFilter({ keyword })} />
      <button type="button" className="ll-button" onClick={() => setAsking(true)}>
        {sns ? t(MX.serialsChosen, { n: number(sns.length) }) : t(MX.serials)}
      </button>
      {mayMap && (
        <button type="button" className="ll-button" onClick={() => chooseOnMap(family?.name ?? '')}>
          {onMap ? t(MX.mapChosen, { n: number(onMap.length) }) : t(MX.onMap)}
        </button>
      )}
      <label className="ll-matrix-drift">
        <input type="checkbox" checked={filter.drift === '1'} onChange={(event) => setFilter({ drift: event.target.checked ? '1' : '' })} />
        {t(RP.differs)}
      </label>
      {isFiltered && (
        <button
          type="button"
          className="ll-button ll-r-quiet"
          onClick={() => {
            setSns(null)
            mapChoice.set(null)
            setFilter({ groupId: '', projectId: '', areaId: '', keyword: '', drift: '', reportedId: '' })
          }}
        >
          {t(DR.reset)}
        </button>
      )}
      {isAsking && (
        <SerialsDialog
          first={sns ?? []}
          onClose={() => setAsking(false)}
          onUse={(serials) => {
            setSns(serials)
            setAsking(false)
          }}
        />
      )}
    </search>
  )
}
