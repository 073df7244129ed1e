import { Segments, useT } from '@lamplight/console-kit'
import { viewOf } from '@lamplight/fields/view'
import { useId, useMemo } from 'react'
import { V } from './preview.messages.ts'
import { type Given, type KindAndSystem, TARGETS, type Target, type TargetKind, targetsOf } from './use-preview.ts'

const LABELS = {
  areaId: V.areaId,
  projectId: V.projectId,
  groupId: V.group,
  streetId: V.street,
  lampIds: V.lamps,
  solarIds: V.solarLamps,
  sprayIds: V.sprays,
} as const
const NO_WIRE = {}

/** Field with which the rows of a kind of targets are chosen. */
const TargetInput = ({
  kind,
  ids,
  onChange,
}: {
  readonly kind: TargetKind
  readonly ids: readonly string[]
  readonly onChange: (target: Target) => void
}) => {
  const t = useT()
  const id = useId()
  const isMany = kind.endsWith('Ids')
  const options = useMemo(() => ({ to: TARGETS[kind], label: LABELS[kind] }), [kind])
  const { Input } = viewOf({ kind: isMany ? 'refs' : 'ref', options })
  return (
    <div className="ll-st-target">
      <label htmlFor={id} className="ll-hidden">
        {t(LABELS[kind])}
      </label>
      <Input
        id={id}
        name={kind}
        options={options}
        value={isMany ? ids : (ids[0] ?? null)}
        wire={NO_WIRE}
        invalid={false}
        onChange={(value) => onChange({ kind, ids: Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [] })}
      />
    </div>
  )
}

/** Choice of the devices to which a strategy is published: a place or group, single devices, or those that another page has chosen (`given`). */
export const TargetPicker = ({
  strategy,
  target,
  given,
  onChange,
}: {
  readonly strategy: KindAndSystem
  readonly target: Target
  readonly given: Given | null
  readonly onChange: (target: Target) => void
}) => {
  const t = useT()
  const { kind, ids } = target
  const kinds: readonly Target['kind'][] = [...(given ? (['given'] as const) : []), ...targetsOf(strategy)]
  return (
    <div className="ll-st-targets">
      <Segments
        label={t(V.targets)}
        value={kind}
        onChange={(next: Target['kind']) => onChange({ kind: next, ids: [] })}
        options={kinds.map((value) => ({ value, label: value === 'given' ? (given?.name ?? '') : t(LABELS[value]) }))}
      />
      {kind === 'given' ? (
        <p className="ll-st-target">{given?.label}</p>
      ) : (
        <TargetInput key={kind} kind={kind} ids={ids} onChange={onChange} />
      )}
    </div>
  )
}
