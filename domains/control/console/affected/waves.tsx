import { type AnswerOf, api, useFormat, useT } from '@lamplight/console-kit'
import { StateMark } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DEVICE_COMMAND, isRunning, type WaveState } from '../../model/index.ts'
import type { waveRoute } from '../../server/dispatch/wave.handler.ts'
import type { Batch } from '../records/use-batch.ts'
import { WV } from './wave.messages.ts'
import './waves.css'

/** A wave in the answer of `commandrecord/waves`. */
type Wave = AnswerOf<typeof waveRoute>[number]

const OPEN: ReadonlySet<string> = new Set(['sending', 'settling', 'asked', 'waiting'])
const TONES: Readonly<Record<WaveState, ComponentProps<typeof StateMark>['tone']>> = {
  sending: 'busy',
  settling: 'busy',
  asked: 'busy',
  cameBack: 'good',
  lost: 'bad',
  waiting: 'neutral',
  sent: 'good',
  stopped: 'bad',
}
/** True while a device of the wave has no end state. The devices of a stopped wave end as failed. */
const isOpen = ({ state, devices, done, failed }: Wave): boolean => OPEN.has(state) || done + failed < devices
const [FAST_MS, SLOW_MS] = [2000, 15_000]

/** The waves of a dangerous command. They are reloaded, because devices return to their old values minutes after the command has ended. */
const useWaves = (batch: Batch): readonly Wave[] =>
  useQuery({
    queryKey: ['control.batch', 'waves', batch.id],
    enabled: batch.command === DEVICE_COMMAND,
    queryFn: ({ signal }) =>
      api.get<typeof waveRoute>('blade-city/commandrecord/waves', { commandRecordId: batch.id }, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => {
      if (!data?.length) return false
      return isRunning(batch) || data.some(isOpen) ? FAST_MS : SLOW_MS
    },
  }).data ?? []

/** Shows for each wave of a dangerous command how far it is. Nothing for other commands. */
export const Waves = ({ batch }: { readonly batch: Batch }) => {
  const t = useT()
  const { number } = useFormat()
  const waves = useWaves(batch)
  if (waves.length === 0) return null
  return (
    <section className="ll-waves" aria-label={t(WV.waves)}>
      <ol>
        {waves.map((one) => {
          const counts = (['sent', 'done', 'cameBack', 'rolledBack', 'failed'] as const).filter((name) => name === 'sent' || one[name] > 0)
          return (
            <li key={one.wave} data-wave={one.wave} data-state={one.state}>
              <b>{t(WV.wave, { wave: String(one.wave), n: number(one.devices) })}</b>
              <StateMark tone={TONES[one.state as WaveState]}>{one.stateName}</StateMark>
              <span>{counts.map((name) => t(WV[name], { n: number(one[name]) })).join(' · ')}</span>
              {one.reason && <small>{one.reason}</small>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
