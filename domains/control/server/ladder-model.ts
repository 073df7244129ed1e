/**
 * An independent model of the ladder, for the test that compares it with the ledger over random histories. It follows
 * the tables of README.md and decisions.md B3, stores facts about a device instead of states, and shares no code with the
 * slice, so an error in `nextItemState` shows as a difference.
 */

type ModelState = Readonly<Record<string, unknown>>

/** A command to one device, as the model checks it. */
export interface ExpectedCommand {
  /** Returns whether the reported values fulfil the command; undefined if they do not contain enough. */
  readonly fulfilled: (reported: ModelState) => boolean | undefined
  /** The command is proven by reports, by the meter, by the values in the answer, or not at all. */
  readonly proof: 'report' | 'meter' | 'answer' | 'none'
  /** Reason codes of commands that reports or the answer prove: no values were reported, and other values were. */
  readonly unreported: string
  readonly contradicted: string
  /** Expected power of a command that the meter proves, W; null: unknown. */
  readonly watts: number | null
  readonly toleranceWatts: number
  /** End of a temporary command, epoch ms. */
  readonly endsAt: number | null
}

const [PENDING, RUNNING, SUCCESS, FAILED, TIMED_OUT, SUPERSEDED] = [0, 1, 2, 4, 5, 6] as const

/** Facts about a device in a batch. The functions below derive its rung and status from them. */
export const untouched = () => ({
  /** The gateway accepted the message, or the device answered it. */
  taken: false,
  /** Device time of the first values that agreed, epoch ms. */
  agreedAt: null as number | null,
  /** The answer or a later report fulfils the command. */
  applied: false,
  proven: false,
  contradicted: false,
  /** W */
  measured: null as number | null,
  /** The device reported the end of the temporary command. */
  returned: false,
  /** The device answered after the item had ended. */
  late: false,
  /** A newer command to the device exists. */
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
/**
 * Returns true while reports of the device still concern the item: until it ends, and for a temporary command until the
 * device returns, unless a newer command exists.
 */
const isWatched = (facts: Facts, { endsAt }: ExpectedCommand): boolean =>
  !facts.overtaken && (facts.end === null || (endsAt !== null && facts.applied && !facts.returned))

export const gatewayTook = (facts: Facts): void => {
  if (!facts.end) facts.taken = true
}

export const refused = (facts: Facts, code: string): void => {
  if (facts.end || facts.agreedAt !== null) return
  facts.taken = true
  end(facts, code === 'expired' || code === 'expiredInQueue' ? TIMED_OUT : FAILED, code)
}

export const agreed = (facts: Facts, expected: ExpectedCommand, at: number, reported: ModelState): void => {
  if (facts.end && (facts.agreedAt !== null || facts.end.status === SUPERSEDED)) return
  if (facts.end) {
    facts.late = true
    facts.overtaken = false
    facts.end = null
  }
  facts.taken = true
  facts.agreedAt ??= at
  if (expected.fulfilled(reported)) facts.applied = true
  if (expected.proof === 'none') end(facts, SUCCESS, 'answered')
  if (expected.proof !== 'answer') return
  if (expected.fulfilled(reported) === false) end(facts, FAILED, expected.contradicted)
  else end(facts, SUCCESS, facts.applied ? null : expected.unreported)
}

/** Returns true if the values show the end of a temporary command: a reason other than override, or another end time. */
const isOver = ({ endsAt }: ExpectedCommand, { reason, until }: ModelState): boolean => {
  if (endsAt === null) return false
  if (typeof reason === 'string' && reason !== 'override') return true
  return typeof until === 'number' && Math.abs(until - endsAt) > 1000
}

/** Applies a report with device time `at`, received at `now`. Reports from before the device's answer prove nothing. */
export const reported = (
  facts: Facts,
  expected: ExpectedCommand,
  { at, now, reported: reportedValues }: { at: number; now: number; reported: ModelState },
): void => {
  if (facts.agreedAt === null || at < facts.agreedAt || !isWatched(facts, expected)) return
  const over = isOver(expected, reportedValues)
  if (facts.end) {
    facts.returned = over
    return
  }
  const fulfilled = expected.fulfilled(reportedValues)
  const power = typeof reportedValues.power === 'number' ? reportedValues.power : null
  facts.measured = power ?? facts.measured
  facts.applied ||= fulfilled === true
  if (!facts.applied) return
  const isDenied = fulfilled === false
  const isProven =
    expected.proof === 'report'
      ? fulfilled
      : !isDenied && power !== null && Math.abs(power - (expected.watts ?? Infinity)) <= expected.toleranceWatts
  if (isProven) {
    facts.proven = true
    end(facts, SUCCESS, null)
  } else if (expected.proof === 'report') facts.contradicted ||= isDenied
  else if (expected.watts === null && !isDenied) end(facts, SUCCESS, 'noCurve')
  else if (over && now >= (expected.endsAt ?? Infinity)) {
    facts.returned = true
    end(facts, SUCCESS, 'unproven')
  }
}

/** Applies the expiry of the batch. */
export const timeIsUp = (facts: Facts): void => {
  if (!facts.end && facts.agreedAt === null) end(facts, TIMED_OUT, facts.taken ? 'noAnswer' : 'gatewayOffline')
}

export const cancelled = (facts: Facts): void => {
  if (!facts.end && rungOf(facts) === 0) end(facts, FAILED, 'cancelled')
}

/** Applies a newer command to the same device. */
export const overtaken = (facts: Facts): void => {
  facts.overtaken = true
  if (!facts.end) end(facts, facts.applied ? SUCCESS : SUPERSEDED, 'superseded')
}

/** Applies the end of the time to verify. */
export const judged = (facts: Facts, expected: ExpectedCommand, now: number): void => {
  if (facts.end || facts.agreedAt === null) return
  if (!facts.applied) end(facts, FAILED, 'notApplied')
  else if (expected.proof === 'report')
    facts.contradicted ? end(facts, FAILED, expected.contradicted) : end(facts, SUCCESS, expected.unreported)
  else if (expected.watts === null) end(facts, SUCCESS, 'noCurve')
  else if (facts.measured !== null) end(facts, FAILED, 'notVerified')
  else if (expected.endsAt !== null && expected.endsAt <= now) end(facts, SUCCESS, 'unproven')
  else end(facts, FAILED, 'noMeasurement')
}

export const isSilent = ({ end: ended, agreedAt }: Facts): boolean => !ended && agreedAt === null
export const mayBeRetried = ({ end: ended }: Facts): boolean => ended?.status === FAILED || ended?.status === TIMED_OUT

/** Returns the expected columns of control_ledger. */
export const expectedRow = (facts: Facts, expected: ExpectedCommand) => {
  const rung = rungOf(facts)
  const open = rung === 0 ? PENDING : RUNNING
  return {
    rung,
    status: facts.end?.status ?? open,
    code: facts.end ? facts.end.code : facts.contradicted ? expected.contradicted : null,
    late: facts.late,
    returned: facts.returned,
    watch: isWatched(facts, expected),
    measured_w: facts.measured,
    device_at: facts.agreedAt === null ? null : new Date(facts.agreedAt),
    ended: facts.end !== null,
  }
}
