import { type AnswerOf, api, confirm, notify, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { repairRoute } from '../../server/params/param-settle.handler.ts'
import { confirmWaves, type WavedRepair } from '../affected/confirm-waves.ts'
import type { MadeBatch } from '../records/made-batch.ts'
import { DR } from './drift.messages.ts'
import { P } from './param.messages.ts'
import type { Drift } from './use-drift.ts'
import { DRIFT_KEY } from './use-drift-count.ts'

/** A family that can cut devices off. */
type RiskyFamily = Pick<WavedRepair, 'family' | 'familyName'>
/** A family of a device. */
type DeviceFamily = Pick<Drift, 'deviceId' | 'family'>

/** Reads values, sends wanted ones again, or accepts reported ones. `batches`: those of the last call. `onDone` runs after each. */
export const useSettleParams = (onDone: () => void) => {
  const t = useT()
  const client = useQueryClient()
  const [batches, setBatches] = useState<readonly MadeBatch[]>([])
  const [isReading, setReading] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const again = (): void => {
    void client.invalidateQueries({ queryKey: [DRIFT_KEY] })
    void invalidate('control.batch')
    onDone()
  }
  /** Runs one call at a time; the buttons are disabled meanwhile. The API client shows refusals. */
  const run = async (work: () => Promise<void>, reads = false): Promise<void> => {
    setBusy(true)
    setReading(reads)
    await work().catch(() => undefined)
    setBusy(false)
  }
  const families = <R extends DeviceFamily>(rows: readonly R[]) => [...Map.groupBy(rows, ({ family }) => family)]
  /** The families among those that can cut devices off, with the devices in `target`. */
  const waved = (risky: readonly RiskyFamily[], target: (family: string) => WavedRepair['target'] | null): WavedRepair[] =>
    risky.flatMap(({ family, familyName }) => {
      const of = target(family)
      return of ? [{ family, familyName, target: of }] : []
    })
  /** Sends the wanted values again. `risky` lists the families whose wrong value can disconnect a device; the user confirms the waves of these families. */
  const repair = (rows: readonly DeviceFamily[], risky: readonly RiskyFamily[]): Promise<void> =>
    run(async () => {
      const ids = new Map(families(rows).map(([family, same]) => [family, same.map(({ deviceId }) => deviceId)]))
      const waves = waved(risky, (family) => (ids.has(family) ? { ids: ids.get(family) } : null))
      if (!(await confirmWaves(waves, String(rows.length), t))) return
      const made: MadeBatch[] = []
      for (const [family, devices] of ids) {
        const body = { family, ids: devices }
        made.push(...(await api.post<AnswerOf<typeof repairRoute>>('blade-city/param/repair', { body })).batches)
      }
      setBatches(made)
      again()
    })
  const read = (call: string, target: { readonly controllerIds: readonly string[] } | { readonly groupId: string }): Promise<void> =>
    run(async () => {
      const made =
        'groupId' in target
          ? await api.get<MadeBatch>(`blade-city/controller/group/get/${call}`, target)
          : await api.post<MadeBatch>(`blade-city/controller/batch/get/${call}`, { body: target })
      setBatches([made])
      again()
    }, true)
  /** Devices take their present measurement as reference. `name`: what is calibrated. */
  const calibrate = async (call: string, controllerIds: readonly string[], name: string): Promise<void> => {
    const title = t(P.calibrateManyTitle, { n: String(controllerIds.length), name })
    if (!(await confirm({ title, text: t(P.calibrateText), ok: t(P.calibrate) }))) return
    await run(async () => {
      setBatches([await api.post<MadeBatch>(`blade-city/controller/batch/calibrate/${call}`, { body: { controllerIds } })])
      again()
    }, true)
  }
  const repairAll = (filter: Readonly<Record<string, string>>, n: string, risky: readonly RiskyFamily[]): Promise<void> =>
    run(async () => {
      const chosen = { ...filter, ...(filter.deviceType && { deviceType: Number(filter.deviceType) }) }
      const waves = waved(risky, (family) => ([undefined, family].includes(filter.family) ? { ...chosen, drift: 1 } : null))
      if (!(await confirmWaves(waves, n, t, [t(DR.repairText)]))) return
      setBatches((await api.post<AnswerOf<typeof repairRoute>>('blade-city/param/repair', { body: { filter: chosen } })).batches)
      again()
    })
  const accept = async (rows: readonly Drift[], n: string): Promise<void> => {
    const [only] = rows
    const text = rows.length === 1 && only ? `${only.familyName}：${only.reportedText}` : ''
    const about = [text, t(DR.acceptText, { n })].filter(Boolean).join('\n')
    if (!(await confirm({ title: t(DR.acceptTitle), text: about, ok: t(DR.accept) }))) return
    await run(async () => {
      for (const [family, same] of families(rows))
        await api.post('blade-city/param/accept', { body: { family, ids: same.map(({ deviceId }) => deviceId) } })
      notify.success(t(DR.accepted, { n }))
      again()
    })
  }
  return { read, calibrate, repair, repairAll, accept, isBusy, isReading, batches, close: () => setBatches([]) }
}
