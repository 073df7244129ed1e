/**
 * An independent model of control_param for the family `flow`, for the test that compares it with the table over random histories. It follows
 * docs/adding.md and the texts of the states; it shares no code with the slice.
 */
interface Flow {
  readonly rate?: number
  readonly mode?: number
  /** Only reported, never compared. */
  readonly zero?: number
}

const [PENDING, WAITING, IN_SYNC, ACCEPTED, CLAMPED, REFUSED, DRIFTED, READ] = [0, 1, 2, 3, 4, 5, 6, 7] as const

export const noParam = () => ({
  wanted: null as Flow | null,
  reported: null as Flow | null,
  /** Device time of the reported values, epoch ms. */
  reportedAt: -Infinity,
  status: null as number | null,
  drift: false,
  /** The batch that carries the wanted value. */
  batchId: '',
})
export type ParamFacts = ReturnType<typeof noParam>

export const wants = (facts: ParamFacts, value: Flow, batchId: string): void => {
  Object.assign(facts, { wanted: value, batchId, status: PENDING, drift: false })
}

/** What the platform knows of an answer: declared fields, rates in tenths; null if there is none. */
const knownOf = (reported: Flow | undefined): Flow | null => {
  const { rate, mode, zero } = reported ?? {}
  const known = {
    ...(rate === undefined ? {} : { rate: Math.round(rate * 10) / 10 }),
    ...(mode === undefined ? {} : { mode }),
    ...(zero === undefined ? {} : { zero }),
  }
  return Object.keys(known).length > 0 ? known : null
}
const isSame = (wanted: Flow | null, { rate, mode }: Flow): boolean =>
  (rate === undefined || rate === wanted?.rate) && (mode === undefined || mode === wanted?.mode)

interface ParamAnswered {
  readonly op: 'set' | 'get' | 'calibrate'
  readonly batchId: string
  readonly ok: boolean
  readonly code: string
  readonly at: number
  readonly reported: Flow | undefined
}

const stand = (facts: ParamFacts, status: number, drift: boolean): void => {
  Object.assign(facts, { status, drift })
}

const setAnswered = (facts: ParamFacts, { batchId, ok, code }: ParamAnswered, known: Flow | null): void => {
  if (facts.batchId !== batchId) return
  if (!ok) code === 'invalidArgs' ? stand(facts, REFUSED, true) : stand(facts, WAITING, false)
  else if (!known) stand(facts, ACCEPTED, false)
  else if (isSame(facts.wanted, known)) stand(facts, IN_SYNC, false)
  else stand(facts, CLAMPED, true)
}

/** Applies the last answer of a device in a message. */
export const paramAnswered = (facts: ParamFacts, answer: ParamAnswered): void => {
  const { op, ok, at, reported } = answer
  const known = knownOf(reported)
  const isLate = at < facts.reportedAt
  if (op !== 'set' && (!ok || !known || isLate)) return
  if (known && (answer.batchId === facts.batchId || !isLate)) Object.assign(facts, { reported: known, reportedAt: at })
  if (op === 'set') setAnswered(facts, answer, known)
  else if (!facts.wanted) stand(facts, READ, false)
  else if (facts.status !== PENDING && facts.status !== WAITING) {
    if (isSame(facts.wanted, known as Flow)) stand(facts, IN_SYNC, false)
    else if (facts.status !== REFUSED) stand(facts, DRIFTED, true)
  }
}

/** Returns the expected columns of control_param; undefined if there is no row. */
export const expectedParam = ({ status, drift, wanted, reported }: ParamFacts) =>
  status === null ? undefined : { status, drift, wanted, reported }
