import { GATEWAYS_CONNECTED, intakePort, isRoute, readRoute } from '@lamplight/devices/model'
import { createOutbound, type DeviceDriver, type DriverHost, type DriverLink, type Platform, registryPort } from '@lamplight/server-kit'
import { unansweredOf } from '../ledger/unanswered.ts'

/** Returns the drivers that the slices declare. */
export const driversIn = (platform: Pick<Platform, 'port'>): readonly DeviceDriver[] =>
  platform.port(registryPort).slices.flatMap(({ drivers = [] }) => drivers)

/** Returns a function that finds the driver of a route; undefined for the serial number of a gateway. */
export const driverFinder = (platform: Pick<Platform, 'port'>): ((gatewaySn: string) => DeviceDriver | undefined) => {
  let byName: ReadonlyMap<string, DeviceDriver> | undefined
  return (gatewaySn) => {
    if (!isRoute(gatewaySn)) return undefined
    byName ??= new Map(driversIn(platform).map((driver) => [driver.name, driver]))
    return byName.get(readRoute(gatewaySn)?.driver ?? '')
  }
}

/** A driver started in this process, and the routes to which it is sending. */
interface Working {
  readonly driver: DeviceDriver
  readonly link: DriverLink
  readonly busy: Set<string>
}

export interface Drivers extends Pick<DriverHost, 'received'> {
  /** True if slices declare drivers; without them nothing looks for their work. */
  readonly any: boolean
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Returns the given routes that are free: reachable, not in use, and within the number to which the driver sends at the same time. */
  readonly free: (routes: readonly string[]) => string[]
  readonly isReachable: (route: string) => boolean
  /** Reserves a route until `work` is done with the driver's link. Rejects if the driver is not started in this process. */
  readonly occupy: <T>(route: string, work: (link: DriverLink, driver: DeviceDriver) => Promise<T>) => Promise<T>
}

/** Port `control.drivers`: the drivers of this process. `received` also stores messages of devices that push over HTTP to routes of a slice. */
export const createDrivers = (platform: Platform): Drivers => {
  const declared = driversIn(platform)
  const working = new Map<string, Working>()
  const away = new Set<string>()
  const partOf = (route: string): Working | undefined => working.get(readRoute(route)?.driver ?? '')
  const received: DriverHost['received'] = (route, news) => platform.port(intakePort).received(route, news)
  const dropped: DriverHost['dropped'] = (route, message) => platform.port(intakePort).dropped(route, message)

  const reachable = (route: string, up: boolean): void => {
    if (up === !away.has(route)) return
    if (up) {
      away.delete(route)
      platform.bus.emit(GATEWAYS_CONNECTED, { gatewaySns: [route], at: platform.clock.now() })
      return
    }
    away.add(route)
    platform
      .port(intakePort)
      .gone(route)
      .catch((why: unknown) => platform.log.warn('devices of a route were not set offline', { route, why: String(why) }))
  }

  return {
    any: declared.length > 0,
    received,
    start: async () => {
      const outbound = createOutbound(platform.config)
      for (const driver of declared) {
        const host: DriverHost = { platform, outbound, received, dropped, reachable, unanswered: () => unansweredOf(platform, driver) }
        working.set(driver.name, { driver, link: await driver.start(host), busy: new Set() })
      }
    },
    stop: async () => {
      const links = [...working.values()].map(({ link }) => link)
      working.clear()
      await Promise.all(links.map((link) => link.stop()))
    },
    free: (routes) => {
      const taken = new Map<Working, number>()
      return routes.filter((route) => {
        const part = partOf(route)
        if (!part || away.has(route) || part.busy.has(route)) return false
        const n = taken.get(part) ?? part.busy.size
        taken.set(part, n + 1)
        return n < part.driver.atOnce
      })
    },
    isReachable: (route) => partOf(route) !== undefined && !away.has(route),
    occupy: async (route, work) => {
      const part = partOf(route)
      if (!part) throw new Error(`no driver works for ${route} in this process`)
      part.busy.add(route)
      try {
        return await work(part.link, part.driver)
      } finally {
        part.busy.delete(route)
      }
    },
  }
}
