import { type EventType, isFaultType } from '@lamplight/protocol'

interface Event {
  readonly sn: string
  readonly at: number
  readonly type: EventType
  readonly on: boolean
}
/** A fault of a device as its gateway told it. */
export interface ToldFault {
  readonly sn: string
  readonly type: EventType
  /** Times at which it began, epoch ms. */
  readonly begins: readonly number[]
  readonly isPresent: boolean
}

/** Records which faults began and ended, and which devices reported, by the messages that the broker acknowledged. */
export const createToldFaults = () => {
  const events: Event[] = []
  const reported = new Set<string>()
  return {
    take: (_gateway: string, kind: string, payload: string): void => {
      if (kind === 'report') for (const { sn } of JSON.parse(payload) as readonly Event[]) reported.add(sn)
      if (kind === 'event') events.push(...(JSON.parse(payload) as readonly Event[]).filter(({ type }) => isFaultType(type)))
    },
    hasReported: (sn: string): boolean => reported.has(sn),
    all: (): readonly ToldFault[] =>
      [...Map.groupBy(events, ({ sn, type }) => `${sn} ${type}`).values()].map((own) => {
        const ordered = own.toSorted((a, b) => a.at - b.at)
        const begins = ordered.filter(({ on }, n) => on && ordered[n - 1]?.on !== true).map(({ at }) => at)
        const { sn, type, on } = ordered.at(-1) as Event
        return { sn, type, begins, isPresent: on }
      }),
  }
}
export type ToldFaults = ReturnType<typeof createToldFaults>
