/** Lanes of the outbox: work of the background is opened when no command of an operator waits to be opened, and a step of it each second in any case. */
export const LANE = { operators: 0, background: 1 } as const
export type Lane = (typeof LANE)[keyof typeof LANE]
/** Value of `lane` of work that waits until the first wave of its batch came back: nothing opens it. */
export const HELD = 2

/** Number of gateways to which background work is published at the same time: most of the places stay free for commands. */
export const BACKGROUND_AT_ONCE = 128

/** Allows `perSecond` gateways a second, and after a pause at most those of one second. Each process that dispatches has its own. */
export const createAllowance = (perSecond: number, now: () => number) => {
  let left = perSecond
  let at = now()
  const refill = (): void => {
    const time = now()
    left = Math.min(perSecond, left + (Math.max(0, time - at) / 1000) * perSecond)
    at = time
  }
  return {
    /** Whole gateways that are allowed now. */
    left: (): number => {
      refill()
      return Math.floor(left)
    },
    take: (n: number): void => {
      left -= n
    },
  }
}
