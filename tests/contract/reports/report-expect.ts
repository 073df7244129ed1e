import type { ReportDefinition, ReportMeasure } from '@lamplight/kit'
import { expect } from 'vitest'
import { measured, type SourceRow } from './report-model.ts'

/** Expects a measure, up to the rounding of its last digit. */
export const expectRounded = (measure: ReportMeasure | undefined, value: unknown, wanted: number | null, words: string): void => {
  if (wanted === null) {
    expect(value, words).toBeNull()
    return
  }
  const off = Math.abs(Number(value) - wanted)
  expect(off, `${words}: ${value}, not ${wanted}`).toBeLessThanOrEqual(0.5001 * 10 ** -(measure?.decimals ?? 0) + Math.abs(wanted) * 1e-9)
}

/** Expects equal measures, up to the rounding of the last digit. */
export const expectMeasures = (
  report: ReportDefinition,
  found: Readonly<Record<string, unknown>>,
  now: readonly SourceRow[],
  before: readonly SourceRow[] | null,
): void => {
  for (const [name, measure] of Object.entries(report.measures)) {
    const step = 10 ** -(measure.decimals ?? 0)
    expectRounded(measure, found[name], measured(report, measure, now), name)
    if (!before) {
      expect(found[`${name}Before`]).toBeUndefined()
      continue
    }
    expectRounded(measure, found[`${name}Before`], measured(report, measure, before), `${name} before`)
    const [value, then, change, rate] = ['', 'Before', 'Change', 'Rate'].map((end) => found[`${name}${end}`] as number | null)
    if (typeof value !== 'number' || typeof then !== 'number') expect([change, rate]).toEqual([null, null])
    else {
      expect(Math.abs((change as number) - (value - then))).toBeLessThan(1e-6 + (Math.abs(value) + Math.abs(then)) * 1e-9)
      if (then === 0) expect(rate).toBeNull()
      else expect(Math.abs((rate as number) - (100 * (value - then)) / then)).toBeLessThanOrEqual(0.0501 + Math.abs((step * 100) / then))
    }
  }
}
