import type { Platform } from '@lamplight/server-kit'
import { FIRST_ROW_TYPE, liveTopic, ROW_TYPES } from '../model/index.ts'
import { type DeviceTypes, deviceTypesPort } from '../model/ports.ts'
import type { Changed } from './changed.ts'
import { shownValues } from './named-values.ts'
import type { Sorted } from './sort-messages.ts'

type Telling = Pick<Platform, 'live' | 'port'>
export const LAMPS = 'lamps'

const typesOf = ({ port }: Telling): DeviceTypes => port(deviceTypesPort)
/** Returns the live topic of a type. All types stored as rows share one topic. */
const topicOf = (type: { readonly name: string; readonly code: number } | undefined): string =>
  liveTopic(type === undefined || type.code < FIRST_ROW_TYPE ? (type?.name ?? '') : ROW_TYPES)

/** Returns true if a browser of these tenants subscribes to the topic of any device type. */
export const isWatched = (platform: Telling, tenantIds: Iterable<string>): boolean => {
  const topics = [LAMPS, liveTopic(ROW_TYPES), ...typesOf(platform).all.map(topicOf)]
  return [...new Set(tenantIds)].some((tenantId) => topics.some((topic) => platform.live.listeners(tenantId, topic) > 0))
}

/** Returns whether a browser subscribes to the topics of the lamps and of the other devices in this batch. */
export const watchersOf = (
  { live }: Pick<Platform, 'live'>,
  types: DeviceTypes,
  { readings, series }: Sorted,
): { lamps: boolean; devices: boolean } => {
  const tenants = new Set(readings.map(({ child }) => child.tenantId))
  const kinds = new Map(series.map(({ child: { tenantId, type } }) => [`${tenantId} ${type}`, { tenantId, type }]))
  return {
    lamps: [...tenants].some((tenantId) => live.listeners(tenantId, LAMPS) > 0),
    devices: [...kinds.values()].some(({ tenantId, type }) => live.listeners(tenantId, topicOf(types.typeOf(type))) > 0),
  }
}

/** Pushes new states: lamps on the topic `lamps`, other devices on the topic of their type. */
export const showStates = (platform: Telling, { lamps, devices }: Changed): void => {
  for (const row of lamps) platform.live.change(row.tenant_id, LAMPS, row.device_id, [row.state, row.dim, row.power])
  for (const { device_id, tenant_id, state, reported_at, type: code, v, texts } of devices) {
    const type = typesOf(platform).typeOf(code)
    const topic = topicOf(type)
    if (platform.live.listeners(tenant_id, topic) === 0) continue
    const values = shownValues(type, v, texts)
    platform.live.change(tenant_id, topic, device_id, { state, reportedAt: reported_at?.getTime() ?? null, values })
  }
}
