import { type DeviceTypeDefinition, pick } from '@lamplight/kit'
import { EVENT_TYPES, type EventType } from '@lamplight/protocol'
import type { Ctx, Platform } from '@lamplight/server-kit'

export interface FaultRow {
  readonly type: EventType
  readonly began_at: Date
  readonly ended_at: Date | null
}

/** Text of a fault from the device's type, or else from the protocol. */
export const faultWords = ({ properties }: DeviceTypeDefinition, type: EventType, { lang }: Pick<Ctx, 'lang'>): string =>
  pick(properties.faults?.words?.[type] ?? EVENT_TYPES[type], lang)

/** Deletes intervals, and what else was said of faults, that ended before `before`. */
export const dropFaults = async ({ system }: Pick<Platform, 'system'>, before: Date): Promise<void> => {
  await system.query('delete from devices_fault where ended_at < $1', [before])
  await system.query('delete from devices_fault_said where at < $1', [before])
}
