import type { Platform } from '@lamplight/server-kit'
import { controllerType, FIRST_ROW_TYPE, liveTopic, ROW_TYPES } from '../../model/index.ts'
import { type DeviceTypes, deviceTypesPort } from '../../model/ports.ts'
import type { Changed, Watched } from './changed.ts'
import { shownValues } from './named-values.ts'
import type { Sorted } from './sort-messages.ts'

type Telling = Pick<Platform, 'live' | 'port'>
/** Topic of lamps, by the id of the device that drives them. */
export const LAMPS = 'lamps'
/** Topics on which the states of lamp controllers are pushed. */
const LAMP_TOPICS = [LAMPS, liveTopic(controllerType.name)]

const typesOf = ({ port }: Telling): DeviceTypes => port(deviceTypesPort)
/** Returns the live topic of a type. All types stored as rows share one topic. */
const topicOf = (type: { readonly name: string; readonly code: number } | undefined): string =>
  liveTopic(type === undefined || type.code < FIRST_ROW_TYPE ? (type?.name ?? '') : ROW_TYPES)

/** Returns true if a browser of these tenants subscribes to the topic of any device type. */
export const isWatched = (platform: Telling, tenantIds: Iterable<string>): boolean => {
  const topics = [LAMPS, liveTopic(ROW_TYPES), ...typesOf(platform).all.map(topicOf)]
  return [...new Set(tenantIds)].some((tenantId) => topics.some((topic) => platform.live.listeners(tenantId, topic) > 0))
}

/** Returns whether a browser subscribes to the topics of the devices in this batch. */
export const watchersOf = (platform: Telling, types: DeviceTypes, { readings, series, news }: Sorted): Watched => {
  const { live } = platform
  const tenants = new Set(readings.map(({ child }) => child.tenantId))
  const kinds = new Map(series.map(({ child: { tenantId, type } }) => [`${tenantId} ${type}`, { tenantId, type }]))
  return {
    lamps: [...tenants].some((tenantId) => LAMP_TOPICS.some((topic) => live.listeners(tenantId, topic) > 0)),
    devices: [...kinds.values()].some(({ tenantId, type }) => live.listeners(tenantId, topicOf(types.typeOf(type))) > 0),
    faults: news.length > 0 && isWatched(platform, new Set(news.map(({ tenantId }) => tenantId))),
  }
}

/** Pushes new states on the topic of the type of a device; those of lamp controllers on the topic `lamps` too. */
export const showStates = (platform: Telling, { lamps, devices }: Changed): void => {
  for (const { tenant_id, device_id, state, dim, power } of lamps)
    for (const topic of LAMP_TOPICS)
      if (platform.live.listeners(tenant_id, topic) > 0) platform.live.change(tenant_id, topic, device_id, [state, dim, power])
  for (const { device_id, tenant_id, state, reported_at, type: code, v, texts } of devices) {
    const type = typesOf(platform).typeOf(code)
    const topic = topicOf(type)
    if (platform.live.listeners(tenant_id, topic) === 0) continue
    const values = shownValues(type, v, texts)
    platform.live.change(tenant_id, topic, device_id, { state, reportedAt: reported_at?.getTime() ?? null, values })
  }
}
