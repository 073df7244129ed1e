import { Segments, useT } from '@lamplight/console-kit'
import { viewOf } from '@lamplight/fields/view'
import { useId, useMemo } from 'react'
import { V } from './preview.messages.ts'
import { TARGETS, type Target, type TargetKind } from './use-preview.ts'

const LABELS = { areaId: V.area, projectId: V.project, groupId: V.group, streetId: V.street, lampIds: V.lamps } as const
const NO_WIRE = {}

/** Choice of the lamps to which a strategy is published: a place or group, or single lamps. */
export const TargetPicker = ({ target, onChange }: { readonly target: Target; readonly onChange: (target: Target) => void }) => {
  const t = useT()
  const id = useId()
  const { kind, ids } = target
  const isMany = kind === 'lampIds'
  const options = useMemo(() => ({ to: TARGETS[kind], label: LABELS[kind] }), [kind])
  const { Input } = viewOf({ kind: isMany ? 'refs' : 'ref', options })
  return (
    <div className="ll-st-targets">
      <Segments
        label={t(V.targets)}
        value={kind}
        onChange={(next: TargetKind) => onChange({ kind: next, ids: [] })}
        options={Object.entries(LABELS).map(([value, label]) => ({ value: value as TargetKind, label: t(label) }))}
      />
      <div key={kind} className="ll-st-target">
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
          onChange={(value) =>
            onChange({ kind, ids: Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [] })
          }
        />
      </div>
    </div>
  )
}
