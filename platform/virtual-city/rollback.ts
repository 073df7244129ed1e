import type { ParamValue } from '@lamplight/protocol'
import { LEAVE_MS, type ParamStore, ROLLBACK_MS } from './devices/params.ts'
import type { LampFault } from './fleet.ts'
import type { Kind } from './options.ts'
import type { Scheduler } from './scheduler.ts'

interface Dependencies {
  readonly params: ParamStore
  readonly scheduler: Scheduler<Kind>
  readonly faultOf: (child: number) => LampFault
  readonly setFault: (child: number, fault: LampFault) => void
  /** Sends the hello of the gateway of a child. */
  readonly hello: (child: number) => void
}

/** Children that a parameter cut off: each is silent for five minutes, then returns to its old value, and its gateway names it in a hello. */
export const createRollbacks = ({ params, scheduler, faultOf, setFault, hello }: Dependencies) => {
  const left = new Map<number, { family: string; before: ParamValue | undefined; fault: LampFault }>()
  return {
    cutOff: (child: number, family: string, before: ParamValue | undefined, at: number): void => {
      left.set(child, { family, before, fault: faultOf(child) })
      scheduler.at(at + LEAVE_MS, 'leave', child)
      scheduler.at(at + ROLLBACK_MS, 'return', child)
    },
    onLeave: (child: number): void => setFault(child, 'silent'),
    onReturn: (child: number): void => {
      const one = left.get(child)
      if (!one) return
      left.delete(child)
      params.restore(child, one.family, one.before)
      setFault(child, one.fault)
      hello(child)
    },
  }
}
