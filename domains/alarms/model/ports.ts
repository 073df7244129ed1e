import { definePort, type Text } from '@lamplight/kit'
import type { EventType } from '@lamplight/protocol'
import type { Query } from '@lamplight/server-kit'

/** A fault that another slice has found at a device. */
export interface FoundFault {
  readonly tenantId: string
  readonly deviceId: string
  /** Event (TALQ) whose kind of alarm it is. */
  readonly event: EventType
  /** What shows it; stored with the alarm. */
  readonly value: Text
  readonly at: Date
  /** 1 is the most severe; default: that of the kind. */
  readonly severity?: number
  readonly projectId: string | null
  readonly areaId: string | null
}
export interface FoundFaults {
  /** Opens an alarm and returns its id; the id of the one that is open at the device, if it has one of this kind. Null: the device is not registered. */
  readonly open: (query: Query, fault: FoundFault) => Promise<string | null>
  /** Ends alarms that `open` opened. Those that devices report themselves stay as they are. */
  readonly end: (query: Query, ids: readonly string[]) => Promise<void>
}
/** Opens and ends alarms of faults that other slices find. */
export const foundFaultsPort = definePort<FoundFaults>('alarms.foundFaults')
