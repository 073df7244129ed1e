import { TextFilter } from '@lamplight/console-kit/resource'
import { DR } from './drift.messages.ts'

/** Filter by a part of the name or serial number of a device. */
export const DeviceFilter = (props: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextFilter label={DR.device} placeholder={DR.keyword} {...props} />
)
