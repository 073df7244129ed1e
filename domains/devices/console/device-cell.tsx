import { RowLink, resourceOfDevices } from '@lamplight/console-kit/resource'

interface Row {
  readonly sn?: unknown
  readonly deviceType?: unknown
}

/** Shows the serial number (`sn`) of the device of a row. It links to the page of the device, which it finds by the code of the device type (`deviceType`). */
export const DeviceCell = ({ value, row }: { readonly value: string | null; readonly row: object }) => {
  const { sn, deviceType } = row as Row
  if (value === null) return <span className="ll-f-none">—</span>
  const resource = resourceOfDevices(typeof deviceType === 'number' ? deviceType : null)
  const text = typeof sn === 'string' && sn !== '' ? sn : value
  return resource ? (
    <RowLink resource={resource.name} id={value}>
      {text}
    </RowLink>
  ) : (
    <span>{text}</span>
  )
}
