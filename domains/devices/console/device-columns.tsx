import { Age, LampStateMark, useT } from '@lamplight/console-kit'
import { detailHref, Link, type RowColumn, resourceOfDevices } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { controllerType } from '../model/index.ts'
import { M } from './devices.messages.ts'

/** A registered device as the API sends it; unknown values are -1 or "". */
export interface Device {
  readonly id: string
  readonly sn: string
  readonly name: string
  /** Code of its type. */
  readonly devType: number
  readonly gwSn: string
  readonly currentControllerStatus: number
  readonly dim: number
  /** W */
  readonly power: string
  readonly reportedAt: string
}

const nothing = <span className="ll-f-none">{'—'}</span>

type Tone = Parameters<typeof StateMark>[0]['tone']
/** Words for the states of devices that are no lamps (decisions.md B2). */
const STATES: Readonly<Record<number, readonly [Tone, Text]>> = {
  1: ['good', M.normal],
  3: ['bad', M.fault],
  4: ['warn', M.offline],
  5: ['neutral', M.inactive],
}
const isLamp = ({ devType }: Device): boolean => devType === controllerType.code

/** State of a device: only lamps are on or off. */
const DeviceMark = ({ device }: { readonly device: Device }) => {
  const t = useT()
  const { currentControllerStatus: state, dim } = device
  if (isLamp(device)) return <LampStateMark state={state} dim={dim < 0 ? null : dim} />
  const [tone, text] = STATES[state] ?? (['neutral', M.inactive] as const)
  return <StateMark tone={tone}>{t(text)}</StateMark>
}
const TypeName = ({ code }: { readonly code: number }) => {
  const t = useT()
  const label = resourceOfDevices(code)?.label
  return label ? t(label) : nothing
}

/** Columns for devices behind a gateway or in a group: state and latest values with their age. Level and power are values of lamps. */
export const deviceColumns = (devices: readonly Device[], withGateway: boolean): readonly RowColumn<Device>[] => {
  const lamps = devices.some(isLamp)
  const values: readonly RowColumn<Device>[] = [
    { key: 'level', label: M.level, width: 80, align: 'right', cell: ({ dim }) => (dim < 0 ? nothing : `${dim}%`) },
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
    { key: 'state', label: M.state, width: 120, cell: (device) => <DeviceMark device={device} /> },
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
