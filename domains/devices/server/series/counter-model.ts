/** Test model of the rules of counters. It shares no code with the SQL. Times are epoch ms. */
export interface CounterReading {
  readonly at: number
  readonly value: number
}
interface Rules {
  readonly noise: number
  readonly range?: number
  readonly perHour?: number
}
const [HOUR, DAY] = [3_600_000, 86_400_000]
const MEMORY = 31 * DAY
const AHEAD = 4
type Decision = 'none' | 'noise' | 'reset' | 'rollover' | 'break' | 'glitch'

/** The value from which the next increase is counted, and its time. */
interface Line {
  readonly value: number
  readonly at: number
  /** The line before the last fall, the value after it, and the number of readings since. */
  readonly fallen: { readonly from: number; readonly to: number; readonly readings: number } | undefined
}
interface Step {
  readonly by: number
  readonly decision: Decision
  readonly line: Line
}

const fall = (line: Line, { at, value }: CounterReading, decision: Decision, by: number): Step => ({
  by,
  decision,
  line: { value, at, fallen: { from: Math.max(line.value, line.fallen?.from ?? line.value), to: value, readings: 0 } },
})
const alive = ({ fallen, ...line }: Line, eps: number): Line => {
  const readings = (fallen?.readings ?? 0) + 1
  return { ...line, fallen: fallen && !(readings >= 8 && line.value - fallen.to > eps) ? { ...fallen, readings } : undefined }
}

const rise = (line: Line, reading: CounterReading, next: readonly number[], eps: number, perHour: number): Step => {
  const { at, value } = reading
  const isImpossible = value - line.value > perHour * Math.max(1, (at - line.at) / HOUR)
  const isLeft = next.length > 0 && next.every((one) => one < value - eps)
  if (isLeft && (isImpossible || next.some((one) => one >= line.value - eps))) return { by: 0, decision: 'glitch', line }
  const { fallen } = line
  if (fallen && fallen.from > line.value && value >= fallen.from - eps && value - line.value > (fallen.from - line.value) / 2)
    return {
      by: Math.max(value - fallen.from, 0),
      decision: 'glitch',
      line: { value: Math.max(value, fallen.from), at, fallen: undefined },
    }
  if (isImpossible)
    return next.length === 0 ? { by: 0, decision: 'glitch', line } : { by: 0, decision: 'break', line: { value, at, fallen: undefined } }
  return { by: value - line.value, decision: 'none', line: alive({ ...line, value, at }, eps) }
}

const stepOf = (line: Line, reading: CounterReading, next: readonly number[], eps: number, { range, perHour = Infinity }: Rules): Step => {
  const { at, value } = reading
  if (at - line.at > MEMORY) return { by: 0, decision: 'none', line: { value, at, fallen: undefined } }
  if (value > line.value) return rise(line, reading, next, eps, perHour)
  if (value === line.value) return { by: 0, decision: 'none', line: alive({ ...line, at }, eps) }
  if (value >= line.value - eps) return { by: 0, decision: 'noise', line: { ...line, at } }
  if (next.some((one) => one >= line.value - eps)) return { by: 0, decision: 'glitch', line }
  if (range !== undefined && line.value - value >= range / 2)
    return { by: value + range - line.value, decision: 'rollover', line: { value, at, fallen: undefined } }
  return value <= Math.max(line.value / 100, eps) ? fall(line, reading, 'reset', Math.max(value, 0)) : fall(line, reading, 'break', 0)
}

/**
 * Counts the increase from after `begins` to `ends`: a reading exactly at the end belongs to the span. `all`: all readings of a counter in
 * order of time. Null without readings in the span.
 */
export const countOf = (all: readonly CounterReading[], begins: number, ends: number, rules: Rules) => {
  const before = all.filter(({ at }) => at <= begins && at >= begins - MEMORY).slice(-6)
  const from = before.length === 0 ? begins : Math.min((before.at(-1) as CounterReading).at - DAY, (before[0] as CounterReading).at)
  const first = all.findIndex(({ at }) => at >= from)
  const readings = first < 0 ? [] : all.slice(first).filter(({ at }) => at < ends + MEMORY)
  const found = { increase: 0, resets: 0, rollovers: 0, breaks: 0, glitches: 0 }
  let [line, used, count]: [Line | undefined, number, number] = [undefined, 0, 0]
  const after = readings.filter(({ at }) => at > ends).slice(0, AHEAD)
  const within = [...readings.filter(({ at }) => at <= ends), ...after]
  for (const [n, reading] of within.entries()) {
    if (reading.at > ends) break
    if (reading.at > begins) count += 1
    if (!line) {
      line = { value: reading.value, at: reading.at, fallen: undefined }
      continue
    }
    const next = within.slice(n + 1, n + 1 + AHEAD).map(({ value }) => value)
    const step: Step = stepOf(line, reading, next, Math.max(rules.noise, used / 1000), rules)
    line = step.line
    used += step.by
    if (reading.at <= begins) continue
    found.increase += step.by
    if (step.decision === 'reset') found.resets += 1
    if (step.decision === 'rollover') found.rollovers += 1
    if (step.decision === 'break') found.breaks += 1
    if (step.decision === 'glitch') found.glitches += 1
  }
  return count === 0 ? null : found
}
