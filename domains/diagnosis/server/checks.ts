import { type Query, tableOf } from '@lamplight/server-kit'
import { checkConfig, FAULT_KINDS, type FaultKind, type Limits } from '../model/index.ts'
import type { Checks } from './night-input.ts'

type Row = Readonly<Record<string, number | boolean | string | null>>

const limitsOf = (row: Row): Limits => {
  const number = (name: string): number => Number(row[name])
  const share = (name: string): number => number(name) / 100
  return {
    darkShare: share('dark_percent'),
    dayShare: share('day_percent'),
    dimHigh: share('dim_high_percent'),
    dimLow: share('dim_low_percent'),
    transitions: number('transitions'),
    sureTransitions: number('sure_transitions'),
    counterShare: share('counter_percent'),
    deviationSigmas: number('drift_sigmas'),
    deviationShare: share('drift_percent'),
    leakShare: share('leak_percent'),
    leakWatts: number('leak_watts'),
    litSamples: number('lit_samples'),
    daySamples: number('day_samples'),
    phaseSamples: number('phase_samples'),
    groupSize: number('group_size'),
    groupBreak: share('group_break'),
    nights: number('nights'),
    muteDays: number('mute_days'),
  }
}
/** Column that switches a kind of finding on. The column of the power deviation is called `drift_on`, as in older databases. */
const switchOf = (kind: FaultKind): string =>
  kind === 'powerDeviation' ? 'drift_on' : `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_on`

/** The checks of a tenant by project, '' without project. Of several configurations for the same scope the one that was changed last applies. */
export const readChecks = async (query: Query, tenantId: string): Promise<Record<string, Checks>> => {
  const rows = await query<Row>(
    `select t.*, t.project_id::text as project from ${tableOf(checkConfig)} t where t.tenant_id = $1 and t.enable = 1 and not t.is_deleted order by t.update_time, t.id`,
    [tenantId],
  )
  return Object.fromEntries(
    rows.map((row) => [
      String(row.project ?? ''),
      { limits: limitsOf(row), kinds: FAULT_KINDS.filter((kind) => row[switchOf(kind)] !== false) },
    ]),
  )
}
