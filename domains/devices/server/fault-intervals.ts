import { type EventType, isFaultType } from '@lamplight/protocol'
import type { DeviceNews } from '../model/events.ts'

/** A time at which something was present at a device, as the events of one batch tell it. Times are device time, epoch ms. */
export interface FaultInterval {
  readonly deviceId: string
  readonly tenantId: string
  readonly type: EventType
  /** Null where the batch tells only of its end. */
  readonly began: number | null
  /** Null while it is present. */
  ended: number | null
}

/** Readings hold what the light did: at dusk and dawn each lamp may send this event. */
const isKept = ({ deviceId, type }: DeviceNews): boolean => deviceId !== '' && type !== 'lightStateChange'

/** The intervals of events, for each device and type in the order of time. An event that is no fault has no duration. */
export const intervalsOf = (news: readonly DeviceNews[]): FaultInterval[] => {
  const found = new Map<string, FaultInterval[]>()
  for (const { deviceId, tenantId, type, on, at } of news.filter(isKept).sort((a, b) => a.at - b.at)) {
    const key = `${deviceId} ${type}`
    const all = found.get(key) ?? []
    found.set(key, all)
    const last = all.at(-1)
    const isOpen = last !== undefined && last.ended === null
    if (!isFaultType(type)) {
      if (on) all.push({ deviceId, tenantId, type, began: at, ended: at })
    } else if (on && !isOpen) all.push({ deviceId, tenantId, type, began: at, ended: null })
    else if (!on && isOpen) last.ended = at
    else if (!on && !last) all.push({ deviceId, tenantId, type, began: null, ended: at })
  }
  return [...found.values()].flat()
}
