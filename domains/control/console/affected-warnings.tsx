import { useT } from '@lamplight/console-kit'
import type { Preview } from '../model/index.ts'
import { countWords } from './batch-words.ts'
import './command.css'
import { R } from './affected.messages.ts'

type Counts = Pick<Preview, 'offlineLamps' | 'noGatewayLamps' | 'notActivatedLamps' | 'firstWave'> & Partial<Pick<Preview, 'overrides'>>

/** Warnings about targets that are not reachable now (gateway offline, no gateway, not activated), and what the command overrides until when. */
export const AffectedWarnings = ({
  preview,
  deviceType = null,
}: {
  readonly preview: Counts
  /** Code of the device type; null for lamps. */
  readonly deviceType?: number | null
}) => {
  const t = useT()
  const { overrides } = preview
  const words = (n: number): string => countWords(n, { deviceType }, t)
  const warnings = [
    [R.offline, preview.offlineLamps],
    [R.noGateway, preview.noGatewayLamps],
    [R.notActivated, preview.notActivatedLamps],
    [R.firstWave, preview.firstWave],
  ] as const
  return (
    <>
      {warnings.map(
        ([warning, n]) =>
          n > 0 && (
            <p key={warning[1]} className="ll-command__warn">
              {t(warning, { n: words(n) })}
            </p>
          ),
      )}
      {overrides && (
        <p className="ll-command__note" data-overrides>
          {t(overrides.until ? R.overrides : R.overridesOpen, {
            n: words(overrides.devices),
            names: overrides.names.join(t(['、', ', '])),
            until: overrides.until?.slice(0, 16) ?? '',
          })}
        </p>
      )}
    </>
  )
}
