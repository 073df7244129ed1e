import { Age } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, type RowColumn } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { M } from '../devices.messages.ts'
import { R } from './register.messages.ts'
import type { Registered } from './use-register.ts'

const nothing = <span className="ll-f-none">{'—'}</span>
/** Tone by state (decisions.md B2). */
const TONES = { 1: 'good', 2: 'neutral', 3: 'bad', 4: 'warn', 5: 'neutral' } as const

/** Columns for devices of all types. */
export const REGISTER_COLUMNS: readonly RowColumn<Registered>[] = [
  {
    key: 'sn',
    label: M.sn,
    width: 210,
    least: 200,
    cell: ({ id, sn, resource }) => {
      const href = detailHref(knownResource(resource), id)
      return href ? <Link to={href}>{sn}</Link> : sn
    },
  },
  { key: 'name', label: M.name, width: 230, least: 210, cell: ({ name }) => name || nothing },
  { key: 'type', label: R.devType, width: 176, least: 140, cell: ({ devTypeName }) => devTypeName },
  {
    key: 'state',
    label: R.currentControllerStatus,
    width: 110,
    cell: ({ currentControllerStatus: state, stateName }) => <StateMark tone={TONES[state as 1] ?? 'neutral'}>{stateName}</StateMark>,
  },
  { key: 'gateway', label: M.gateway, width: 140, least: 128, cell: ({ gwSn }) => gwSn || nothing },
  { key: 'project', label: R.projectId, width: 150, least: 100, cell: ({ projectName }) => projectName || nothing },
  { key: 'area', label: R.areaId, width: 130, least: 92, cell: ({ areaName }) => areaName || nothing },
  { key: 'reported', label: M.reported, width: 120, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
]
