import type { Tokens } from './tokens.ts'

/** Age at which a token is renewed, ms (rule.const.tokentime, decisions.md A31). */
export const TOKEN_TIME = 3_000_000
/** Interval at which the age is checked, ms (rule.refresh.check). */
export const CHECK_EVERY = 10_000

export interface RefreshParts {
  readonly tokens: () => Tokens | null
  /** Requests new tokens and stores them. */
  readonly renew: (tokens: Tokens) => Promise<void>
  readonly now: () => number
  /** Runs the work exclusively among all tabs of the browser. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Renews the tokens when they are old enough, once at a time, in one tab only (rule.refresh.fire, rule.refresh.lock). A failure only releases
 * the lock: the next check tries again, and a call with a 401 ends the session.
 */
export const createRefresher = ({ tokens, renew, now, alone }: RefreshParts) => {
  let running: Promise<void> | null = null
  const isOld = (): boolean => {
    const held = tokens()
    return held !== null && held.refresh !== '' && now() - held.at >= TOKEN_TIME
  }
  const renewOld = async (): Promise<void> => {
    const held = tokens()
    if (held && isOld()) await renew(held)
  }
  /** Resolves when the tokens are fresh, or renewing failed. */
  return async (): Promise<void> => {
    if (!isOld()) return
    running ??= alone(renewOld)
      .catch(() => undefined)
      .finally(() => {
        running = null
      })
    await running
  }
}

let inTab: Promise<unknown> = Promise.resolve()
/** Lock shared by all tabs if the browser supports it; on plain http only within this tab. */
export const aloneInBrowser = <T>(work: () => Promise<T>): Promise<T> => {
  if (typeof navigator !== 'undefined' && navigator.locks) return navigator.locks.request('saber-refresh', work) as Promise<T>
  const turn = inTab.then(work, work)
  inTab = turn.catch(() => undefined)
  return turn
}
