import { useT } from '@lamplight/console-kit'
import type { Preview } from '../model/index.ts'
import { countWords } from './batch-words.ts'
import './command.css'
import { R } from './reach.messages.ts'

/** Warnings about targets that are not reachable now: gateway offline, no gateway, not activated. */
export const ReachWarnings = ({
  preview,
  deviceType = null,
}: {
  readonly preview: Pick<Preview, 'offlineLamps' | 'noGatewayLamps' | 'notActivatedLamps' | 'firstWave'>
  /** Code of the device type; null for lamps. */
  readonly deviceType?: number | null
}) => {
  const t = useT()
  const warnings = [
    [R.offline, preview.offlineLamps],
    [R.noGateway, preview.noGatewayLamps],
    [R.notActivated, preview.notActivatedLamps],
    [R.firstWave, preview.firstWave],
  ] as const
  return warnings.map(
    ([words, n]) =>
      n > 0 && (
        <p key={words[1]} className="ll-command__warn">
          {t(words, { n: countWords(n, { deviceType }, t) })}
        </p>
      ),
  )
}
