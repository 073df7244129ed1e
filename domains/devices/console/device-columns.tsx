import { Age, LampStateMark, useT } from '@lamplight/console-kit'
import { DeviceStateMark, detailHref, Link, type RowColumn, resourceOfDevices, useTypeLabel } from '@lamplight/console-kit/resource'
import { controllerType } from '../model/index.ts'
import type { DeviceAnswer } from '../server/device-row.ts'
import { M } from './devices.messages.ts'

/** A registered device as the API sends it; unknown values are -1 or "". */
export type Device = DeviceAnswer

const nothing = <span className="ll-f-none">{'—'}</span>

const isLamp = ({ devType }: Device): boolean => devType === controllerType.code

const State = ({ device }: { readonly device: Device }) => {
  const { currentControllerStatus: state, dim } = device
  return isLamp(device) ? <LampStateMark state={state} dim={dim < 0 ? null : dim} /> : <DeviceStateMark state={state} />
}
const TypeName = ({ code }: { readonly code: number }) => {
  const t = useT()
  const label = useTypeLabel(code)
  return label ? t(label) : nothing
}

/** Columns for devices behind a gateway or in a group: state and latest values with their age. Level and power are shown if one of the devices is a lamp. */
export const deviceColumns = (devices: readonly Device[], withGateway: boolean): readonly RowColumn<Device>[] => {
  const lamps = devices.some(isLamp)
  const values: readonly RowColumn<Device>[] = [
    { key: 'level', label: M.dim, width: 80, align: 'right', cell: ({ dim }) => (dim < 0 ? nothing : `${dim}%`) },
    { key: 'power', label: M.power, width: 100, align: 'right', cell: ({ power }) => (power === '' ? nothing : `${power}\u00A0W`) },
  ]
  const gateway: RowColumn<Device> = { key: 'gateway', label: M.gateway, width: 150, cell: ({ gwSn }) => gwSn || nothing }
  return [
    {
      key: 'sn',
      label: M.sn,
      width: 170,
      cell: ({ id, sn, devType }) => {
        const href = detailHref(resourceOfDevices(devType), id)
        return href ? <Link to={href}>{sn}</Link> : sn
      },
    },
    { key: 'name', label: M.name, width: 200, cell: ({ name }) => name || nothing },
    ...(withGateway ? [gateway] : []),
    { key: 'type', label: M.kind, width: 150, least: 110, cell: ({ devType }) => <TypeName code={devType} /> },
    { key: 'state', label: M.currentControllerStatus, width: 120, cell: (device) => <State device={device} /> },
    ...(lamps ? values : []),
    { key: 'reported', label: M.reported, width: 120, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
  ]
}

/** Returns the device with the values of a live message of its lamp: [state, level in %, power in W]. */
export const withNews = (device: Device, news: unknown): Device => {
  if (!Array.isArray(news)) return device
  const [state, dim, power] = news as unknown as readonly [number, number | null, number | null]
  return { ...device, currentControllerStatus: state, dim: dim ?? -1, power: power === null || power === undefined ? '' : String(power) }
}
