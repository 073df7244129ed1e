import { detailHref, Link, resourceOfDevices } from '@lamplight/console-kit/resource'
import './params.css'

/** A value in two lines: its text, and its time or what belongs to it. */
export const ParamValue = ({ text, at }: { readonly text: string; readonly at: string }) => (
  <span className="ll-param-value" title={text}>
    <span>{text || '—'}</span>
    {at && <small>{at}</small>}
  </span>
)

interface Device {
  readonly deviceId: string
  readonly deviceType: number
  readonly sn: string
  readonly name: string
}

/** Name and serial number of a device, with a link to its parameters. */
export const DeviceName = ({ row: { deviceId, deviceType, sn, name } }: { readonly row: Device }) => {
  const href = detailHref(resourceOfDevices(deviceType), deviceId)
  return (
    <span className="ll-param-value">
      {href ? <Link to={`${href}&tab=params`}>{name || sn}</Link> : <span>{name || sn}</span>}
      {name && name !== sn && <small>{sn}</small>}
    </span>
  )
}
