import { type AnswerOf, api, useFormat, useT } from '@lamplight/console-kit'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { Preview } from '../model/index.ts'
import type { affectedRoute } from '../server/param-page.handler.ts'
import { countWords } from './batch-words.ts'
import './command.css'
import { R } from './affected.messages.ts'
import { Affected } from './affected.tsx'
import { DRIFT_KEY } from './use-drift-count.ts'
import { WV } from './wave.messages.ts'

type Dangerous = Pick<ParamFamilyDefinition, 'risky' | 'fields' | 'label'>

/** Says that a set can cut devices off, how many the first wave has, and what undoes it. Nothing for other families. */
const WaveNote = ({ family: { risky, fields, label }, preview }: { readonly family: Dangerous; readonly preview: Preview }) => {
  const t = useT()
  const { number } = useFormat()
  const { firstWave: first, lamps, noGatewayLamps, notActivatedLamps } = preview
  if (risky === undefined || first === 0) return null
  const what = risky === true ? t(label) : risky.map((name) => t(fields[name]?.options.label ?? [name, name])).join(t(['、', ', ']))
  const rest = Math.max(0, lamps - Math.max(noGatewayLamps, notActivatedLamps) - first)
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

/** What a set of a parameter family affects: devices, gateways, streets, devices that are offline, and how many wanted values it replaces. */
export const AffectedBySet = ({
  family,
  preview,
  isFailed,
}: {
  readonly family: Dangerous
  readonly preview: Preview | undefined
  readonly isFailed: boolean
}) => {
  const t = useT()
  return (
    <div className="ll-command__affected" data-affected={preview?.lamps ?? ''}>
      <Affected preview={preview && { ...preview, firstWave: 0 }} isFailed={isFailed} deviceType={preview?.deviceType ?? null} />
      {preview && preview.replaced > 0 && (
        <p className="ll-command__note">{t(R.replaces, { n: countWords(preview.replaced, preview, t), what: t(family.label) })}</p>
      )}
      {preview && <WaveNote family={family} preview={preview} />}
    </div>
  )
}

/** Devices of a set: ids joined by commas, a group, or the conditions of the page 参数下发. */
export type ParamTarget = Readonly<Record<string, unknown>>

/** What a set of chosen devices affects, as the server counts it. Nothing while `target` is null. */
export const AffectedTarget = ({
  family,
  target,
}: {
  readonly family: Dangerous & Pick<ParamFamilyDefinition, 'name'>
  readonly target: ParamTarget | null
}) => {
  const { data, isError } = useQuery({
    queryKey: [DRIFT_KEY, 'reach', family.name, target],
    enabled: target !== null,
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof affectedRoute>>('blade-city/param/reach', { body: { family: family.name, ...target }, signal, quiet: true }),
    placeholderData: undefined,
  })
  return target && <AffectedBySet family={family} preview={data} isFailed={isError} />
}
