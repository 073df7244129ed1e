import { RowLink, resourceOfDevices } from '@lamplight/console-kit/resource'

interface Row {
  readonly sn?: unknown
  readonly deviceType?: unknown
}

/** The device of a row that has its number (`sn`) and the code of its type: the number, with a link to the page of devices of this type. */
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
