import { api, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import './command.css'
import { MX } from './matrix.messages.ts'
import { DRIFT_KEY } from './use-drift-count.ts'
import type { Spread } from './use-matrix.ts'
import { WV } from './wave.messages.ts'

type Reach = Pick<Spread, 'devices' | 'gateways' | 'offline' | 'noGateway' | 'notActivated' | 'firstWave'>

/** Says that a set can cut devices off, how many the first wave has, and what undoes it. Nothing for other families. */
const WaveNote = ({ family, reach }: { readonly family: ParamFamilyDefinition; readonly reach: Reach }) => {
  const t = useT()
  const { number } = useFormat()
  const { risky, fields, label } = family
  const { firstWave: first, devices, noGateway, notActivated } = reach
  if (risky === undefined || first === 0) return null
  const what = risky === true ? t(label) : risky.map((name) => t(fields[name]?.options.label ?? [name, name])).join(t(['、', ', ']))
  const rest = Math.max(0, devices - Math.max(noGateway, notActivated) - first)
  return (
    <p className="ll-command__warn" data-waves={rest > 0 ? 2 : 1}>
      {[
        t(risky === true ? WV.danger : WV.dangerFields, { what }),
        rest > 0 ? t(WV.first, { first: number(first), rest: number(rest) }) : t(WV.one, { first: number(first) }),
        t(WV.undo),
      ].join(t(['', ' ']))}
    </p>
  )
}

/** The reach of an operation in words: devices and gateways, those that it cannot reach now, and for a set of a dangerous family its waves. */
export const ReachOf = ({ family, reach }: { readonly family: ParamFamilyDefinition; readonly reach: Reach }) => {
  const t = useT()
  const { number } = useFormat()
  const warnings = [
    [MX.offline, reach.offline],
    [MX.noGateway, reach.noGateway],
    [MX.notActivated, reach.notActivated],
  ] as const
  return (
    <>
      <p>{t(MX.reach, { n: number(reach.devices), gateways: number(reach.gateways) })}</p>
      {warnings.map(
        ([words, n]) =>
          n > 0 && (
            <p key={words[1]} className="ll-command__warn">
              {t(words, { n: number(n) })}
            </p>
          ),
      )}
      <WaveNote family={family} reach={reach} />
    </>
  )
}

/** The reach of a set of chosen devices or of a group, as the server counts it; nothing while nothing is chosen. */
export const TargetReach = ({
  family,
  target,
}: {
  readonly family: ParamFamilyDefinition
  readonly target: { readonly ids: string } | { readonly groupId: string } | null
}) => {
  const may = usePermission('deviceparams_view')
  const { data } = useQuery({
    queryKey: [DRIFT_KEY, 'spread', family.name, target],
    enabled: may && target !== null,
    queryFn: ({ signal }) => api.post<Spread>('blade-city/param/spread', { body: { family: family.name, ...target }, signal, quiet: true }),
    placeholderData: undefined,
  })
  return data ? <ReachOf family={family} reach={data} /> : null
}
