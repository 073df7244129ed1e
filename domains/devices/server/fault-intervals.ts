import { type EventType, isFaultType } from '@lamplight/protocol'
import type { DeviceNews } from '../model/events.ts'

/** An interval in which a fault was present at a device, from the events of one batch. Times are device time, epoch ms. */
export interface FaultInterval {
  readonly deviceId: string
  readonly tenantId: string
  readonly type: EventType
  /** Null if the batch contains only the end. */
  readonly began: number | null
  /** Null while the fault is present. */
  ended: number | null
}

/** Changes of the light are not stored as intervals: telemetry contains them, and each lamp may send this event at dusk and dawn. */
const isKept = ({ deviceId, type }: DeviceNews): boolean => deviceId !== '' && type !== 'lightStateChange'

/** Returns the intervals of events, by device in order of time. An event that is no fault gets an interval of length 0. */
export const intervalsOf = (news: readonly DeviceNews[]): FaultInterval[] => {
  const found = new Map<string, FaultInterval[]>()
  for (const { deviceId, tenantId, type, on, at } of news.filter(isKept).sort((a, b) => a.at - b.at)) {
    const all = found.get(deviceId) ?? []
    if (all.length === 0) found.set(deviceId, all)
    const last = all.findLast((one) => one.type === type)
    const isOpen = last !== undefined && last.ended === null
    if (!isFaultType(type)) {
      if (on) all.push({ deviceId, tenantId, type, began: at, ended: at })
    } else if (on && !isOpen) all.push({ deviceId, tenantId, type, began: at, ended: null })
    else if (!on && isOpen) last.ended = at
    else if (!on && !last) all.push({ deviceId, tenantId, type, began: null, ended: at })
  }
  return [...found.values()].flat()
}
