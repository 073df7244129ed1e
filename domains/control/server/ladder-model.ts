/**
 * A second description of the ladder, for the test that plays histories to the ledger: written from the tables of README.md and from decisions B3,
 * with facts about a device instead of states, and without code of the slice. An error in `climb` shows as a difference to it.
 */

type Told = Readonly<Record<string, unknown>>

/** What a command asks of one device. */
export interface Wish {
  /** Does the device tell what was asked of it? Undefined where it tells too little. */
  readonly fulfilled: (told: Told) => boolean | undefined
  /** Reports prove it, the meter does, or nothing can. */
  readonly proof: 'report' | 'meter' | 'none'
  /** Codes of a wish that reports prove: no report since the answer, and a report of something else. */
  readonly unreported: string
  readonly contradicted: string
  /** W, of a wish that the meter proves; null: nobody knows. */
  readonly watts: number | null
  readonly toleranceWatts: number
  /** When a temporary command ends, epoch ms. */
  readonly endsAt: number | null
}

const [PENDING, RUNNING, SUCCESS, FAILED, TIMED_OUT, SUPERSEDED] = [0, 1, 2, 4, 5, 6] as const

/** What is known of a device in a batch. Only facts: where it stands follows from them (`standing`). */
export const untouched = () => ({
  /** The gateway took the message, or the device answered it. */
  taken: false,
  /** Device time of its first agreement, epoch ms. */
  agreedAt: null as number | null,
  /** It told, with or after an agreement, that it is as it was asked to be. */
  applied: false,
  proven: false,
  contradicted: false,
  /** W */
  measured: null as number | null,
  /** It told that the temporary command is over. */
  returned: false,
  /** It agreed after it had been given up. */
  late: false,
  /** A newer command came. */
  overtaken: false,
  end: null as { readonly status: number; readonly code: string | null } | null,
})
export type Facts = ReturnType<typeof untouched>

const end = (facts: Facts, status: number, code: string | null): void => {
  facts.end = { status, code }
}
const rungOf = ({ taken, agreedAt, applied, proven }: Facts): number => {
  if (proven) return 4
  if (applied) return 3
  if (agreedAt !== null) return 2
  return taken ? 1 : 0
}
/** Until its end, and then until a temporary command is over at the device, unless a newer one came. */
const isWatched = (facts: Facts, { endsAt }: Wish): boolean =>
  !facts.overtaken && (facts.end === null || (endsAt !== null && facts.applied && !facts.returned))

export const gatewayTook = (facts: Facts): void => {
  if (!facts.end) facts.taken = true
}

export const refused = (facts: Facts, code: string): void => {
  if (facts.end || facts.agreedAt !== null) return
  facts.taken = true
  end(facts, code === 'expired' ? TIMED_OUT : FAILED, code)
}

export const agreed = (facts: Facts, wish: Wish, at: number, told: Told): void => {
  if (facts.end && (facts.agreedAt !== null || facts.end.status === SUPERSEDED)) return
  if (facts.end) {
    facts.late = true
    facts.overtaken = false
    facts.end = null
  }
  facts.taken = true
  facts.agreedAt ??= at
  if (wish.fulfilled(told)) facts.applied = true
  if (wish.proof === 'none') end(facts, SUCCESS, 'answered')
}

/** The device tells that a temporary command is over: another reason than the override, or another end than was asked for. */
const isOver = ({ endsAt }: Wish, { reason, until }: Told): boolean => {
  if (endsAt === null) return false
  if (typeof reason === 'string' && reason !== 'override') return true
  return typeof until === 'number' && Math.abs(until - endsAt) > 1000
}

/** A report of device time `at`, heard at `now`. What the device told of a time before its agreement proves nothing. */
export const reported = (facts: Facts, wish: Wish, { at, now, told }: { at: number; now: number; told: Told }): void => {
  if (facts.agreedAt === null || at < facts.agreedAt || !isWatched(facts, wish)) return
  const over = isOver(wish, told)
  if (facts.end) {
    facts.returned = over
    return
  }
  const fulfilled = wish.fulfilled(told)
  const power = typeof told.power === 'number' ? told.power : null
  facts.measured = power ?? facts.measured
  facts.applied ||= fulfilled === true
  if (!facts.applied) return
  const isDenied = fulfilled === false
  const isProven =
    wish.proof === 'report' ? fulfilled : !isDenied && power !== null && Math.abs(power - (wish.watts ?? Infinity)) <= wish.toleranceWatts
  if (isProven) {
    facts.proven = true
    end(facts, SUCCESS, null)
  } else if (wish.proof === 'report') facts.contradicted ||= isDenied
  else if (wish.watts === null && !isDenied) end(facts, SUCCESS, 'noCurve')
  else if (over && now >= (wish.endsAt ?? Infinity)) {
    facts.returned = true
    end(facts, SUCCESS, 'unproven')
  }
}

/** The batch expired. */
export const timeIsUp = (facts: Facts): void => {
  if (!facts.end && facts.agreedAt === null) end(facts, TIMED_OUT, facts.taken ? 'noAnswer' : 'gatewayOffline')
}

export const cancelled = (facts: Facts): void => {
  if (!facts.end && rungOf(facts) === 0) end(facts, FAILED, 'cancelled')
}

/** A newer command to the same device. */
export const overtaken = (facts: Facts): void => {
  facts.overtaken = true
  if (!facts.end) end(facts, facts.applied ? SUCCESS : SUPERSEDED, 'superseded')
}

/** The time to prove it is over. */
export const judged = (facts: Facts, wish: Wish, now: number): void => {
  if (facts.end || facts.agreedAt === null) return
  if (!facts.applied) end(facts, FAILED, 'notApplied')
  else if (wish.proof === 'report') facts.contradicted ? end(facts, FAILED, wish.contradicted) : end(facts, SUCCESS, wish.unreported)
  else if (wish.watts === null) end(facts, SUCCESS, 'noCurve')
  else if (facts.measured !== null) end(facts, FAILED, 'notVerified')
  else if (wish.endsAt !== null && wish.endsAt <= now) end(facts, SUCCESS, 'unproven')
  else end(facts, FAILED, 'noMeasurement')
}

export const isSilent = ({ end: ended, agreedAt }: Facts): boolean => !ended && agreedAt === null
export const mayBeRetried = ({ end: ended }: Facts): boolean => ended?.status === FAILED || ended?.status === TIMED_OUT

/** Where the device stands, in the columns of control_ledger. */
export const standing = (facts: Facts, wish: Wish) => {
  const rung = rungOf(facts)
  const open = rung === 0 ? PENDING : RUNNING
  return {
    rung,
    status: facts.end?.status ?? open,
    code: facts.end ? facts.end.code : facts.contradicted ? wish.contradicted : null,
    late: facts.late,
    returned: facts.returned,
    watch: isWatched(facts, wish),
    measured_w: facts.measured,
    device_at: facts.agreedAt === null ? null : new Date(facts.agreedAt),
    ended: facts.end !== null,
  }
}
