import { VALUES_REPORTED } from '@lamplight/devices/model'
import type { Properties } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { writerPort } from './writer-ports.ts'

const REMEMBER_MS = 200

/**
 * True for reports that can change an item: a measured power can prove a level, and a reason other than
 * override can show the end of a temporary one.
 */
const matters = (p: Properties): boolean => p.power !== undefined || (p.reason !== undefined && p.reason !== 'override')

/** Applies reports of devices to the items that wait for them; while none waits, it only checks for such items every 200 ms. */
const listen = ({ bus, clock, log, port, system }: Platform): (() => void) => {
  const writer = port(writerPort)
  let known: Promise<boolean> | undefined
  let knownAt = Number.NEGATIVE_INFINITY

  const watching = (): Promise<boolean> => {
    if (!known || Math.abs(clock.now() - knownAt) > REMEMBER_MS) {
      knownAt = clock.now()
      known = system
        .query<{ any: boolean }>('select exists (select from control_pack where watching) as any')
        .then(([row]) => row?.any ?? false)
      known.catch(() => {
        known = undefined
      })
    }
    return known
  }
  return bus.on(VALUES_REPORTED, async ({ rows, values }) => {
    try {
      const reports = [
        ...rows
          .filter(({ p }) => matters(p))
          .map(({ deviceId, gatewayId, route, at, p }) => ({ deviceId, gatewayId, route, at, reported: p })),
        // The values of an answer reach the ledger with the ack. Only later reports prove that the device kept the state.
        ...values
          .filter(({ isAnswer }) => !isAnswer)
          .map(({ deviceId, gatewayId, route, at, values: reported }) => ({ deviceId, gatewayId, route, at, reported })),
      ]
      if (reports.length > 0 && (await watching())) await writer.reported(reports)
    } catch (why) {
      // A lost report only costs time: at the deadline the meters are queried again.
      log.warn('reports were not compared', { rows: rows.length + values.length, why: String(why) })
    }
  })
}

export interface ReportListener {
  /** Starts listening to the reports of this process; several callers share one listener. Returns the function that ends it. */
  readonly open: () => () => Promise<void>
}

/** Port `control.reportListener`: applies what this process stores of devices to the ledger. */
export const createReportListener = (platform: Platform): ReportListener => {
  let users = 0
  let off = (): void => undefined
  return {
    open: () => {
      users += 1
      if (users === 1) off = listen(platform)
      return async () => {
        users -= 1
        if (users === 0) off()
        await platform.port(writerPort).idle()
      }
    },
  }
}
