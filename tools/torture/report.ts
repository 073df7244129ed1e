import type { AlarmVerdict, Tally } from './alarm-judge.ts'
import type { Met } from './asker.ts'
import { FAULTS, type Round } from './rounds.ts'

const sum = (rounds: readonly Round[], of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0)
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
const seconds = (ms: number): string => (ms / 1000).toFixed(1)

const tallyWords = (what: string, { judged, lost, doubled, wrong }: Tally): string =>
  `${judged} ${what}: ${lost} lost, ${doubled} doubled, ${wrong} wrong`
/** What became of the alarms and incidents of a run. */
export const raisedLine = ({ alarms, incidents }: AlarmVerdict): string =>
  `${tallyWords('alarms', alarms)}; ${tallyWords('incidents', incidents)}`

export const roundLine = (round: Round, number: number): string =>
  `${new Date().toISOString().slice(11, 19)} ${String(number).padStart(4)} ${round.fault.padEnd(8)} at ${String(round.at).padStart(3)} ms (${round.before} lamps had it), away ${seconds(round.away)} s: lost ${round.lost}, doubled ${round.doubled}, wrong ${round.wrong}, all done ${seconds(round.recovered)} s after the return${round.raised ? `; ${raisedLine(round.raised)}` : ''}${round.words ? ` · ${round.words}` : ''}`

/** A line for each fault, and the counts of requests' results. */
export const table = (rounds: readonly Round[]): string => {
  const lines = ['fault     rounds  lost  doubled  wrong ends  to the last lamp after the return: median · p95 · longest (s)']
  for (const fault of FAULTS) {
    const of = rounds.filter((round) => round.fault === fault)
    if (of.length === 0) continue
    const times = of.map(({ recovered }) => recovered)
    const counts = [of.length, sum(of, ({ lost }) => lost), sum(of, ({ doubled }) => doubled), sum(of, ({ wrong }) => wrong)]
    const [n, lost, doubled, wrong] = counts.map(String) as [string, string, string, string]
    lines.push(
      `${fault.padEnd(9)} ${n.padStart(6)} ${lost.padStart(5)} ${doubled.padStart(8)} ${wrong.padStart(11)}  ${seconds(quantile(times, 0.5))} · ${seconds(quantile(times, 0.95))} · ${seconds(Math.max(...times))}`,
    )
  }
  return lines.join('\n')
}

export const metLine = (met: Met): string =>
  `${met.requests} requests: ${met.refused} found nobody, ${met.unavailable} answered 503 (${met.unadvised} without Retry-After), ${met.failed} other 5xx, ${met.hung} hung, slowest ${seconds(met.slowest)} s${met.failures.length > 0 ? `\n  ${met.failures.join('\n  ')}` : ''}`
