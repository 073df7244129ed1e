import { VALUES_REPORTED } from '@lamplight/devices/model'
import type { Properties } from '@lamplight/protocol'
import type { Platform } from '@lamplight/server-kit'
import { writerPort } from './ports.ts'

const REMEMBER_MS = 200

/** Only a measured power proves a level, and only another reason than an override tells of a return: what answers repeat is left out. */
const matters = (p: Properties): boolean => p.power !== undefined || (p.reason !== undefined && p.reason !== 'override')

/** Hears what devices report, and lets it move the rows that wait for it; with no row waiting it costs one look in 200 ms. */
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
        ...rows.filter(({ p }) => matters(p)).map(({ deviceId, gatewayId, route, at, p }) => ({ deviceId, gatewayId, route, at, told: p })),
        // Values of an answer reach the ledger with the answer. Only later reports prove that the device kept the state.
        ...values
          .filter(({ isAnswer }) => !isAnswer)
          .map(({ deviceId, gatewayId, route, at, values: told }) => ({ deviceId, gatewayId, route, at, told })),
      ]
      if (reports.length > 0 && (await watching())) await writer.reported(reports)
    } catch (why) {
      // The deadline asks the meters again: a lost report costs time, never truth.
      log.warn('reports were not compared', { rows: rows.length + values.length, why: String(why) })
    }
  })
}

export interface Hearing {
  /** Each process hears its own reports once, however many parts of it ask; answers how to end that. */
  readonly open: () => () => Promise<void>
}

/** Port `control.hearing`: what this process stores of devices reaches the ledger. */
export const createHearing = (platform: Platform): Hearing => {
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
