import { type MarkTone, StateMark, type Translate, useFormat, useT } from '@lamplight/console-kit'
import { f } from '@lamplight/fields/model'
import { viewOf } from '@lamplight/fields/view'
import type { Field } from '@lamplight/kit'
import { useEffect, useRef } from 'react'
import { M, STEPS } from './import.messages.ts'
import type { ImportRecord, ImportTarget } from './use-import-session.ts'

/** Progress bar with the steps of the import. */
export const Steps = ({ at }: { readonly at: number }) => {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // scrolls to the start of a new step
    if (at >= 0) list.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [at])
  return (
    <ol ref={list} className="ll-im-steps">
      {STEPS.map((step, index) => (
        <li key={step[1]} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
          <span>{index + 1}</span>
          {t(step)}
        </li>
      ))}
    </ol>
  )
}

const MARKS: Readonly<Record<number, readonly [MarkTone, keyof typeof M]>> = {
  0: ['info', 'waiting'],
  1: ['info', 'running'],
  2: ['success', 'all'],
  3: ['warning', 'some'],
  4: ['danger', 'nothingIn'],
}
const markOf = ({ phase, status }: ImportRecord): readonly [MarkTone, keyof typeof M] => {
  if (phase === 'draft') return ['neutral', 'draft']
  if (phase === 'undoing') return ['info', 'undoing']
  if (phase === 'undone') return ['neutral', 'undone']
  return MARKS[status] ?? ['info', 'running']
}

/** State of an import, as an icon with a text. */
export const ImportMark = ({ record }: { readonly record: ImportRecord }) => {
  const t = useT()
  const [tone, word] = markOf(record)
  return <StateMark tone={tone} text={t(M[word])} />
}
export const wordOf = (record: ImportRecord, t: Translate): string => t(M[markOf(record)[1]])

/** Numbers side by side: what an import would do, or did. */
export const Figures = ({
  figures,
}: {
  readonly figures: readonly (readonly [name: keyof typeof M, value: number, tone?: 'bad' | 'gold'])[]
}) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <dl className="ll-im-figures">
      {figures.map(([name, value, tone]) => (
        <div key={name} data-tone={value > 0 ? tone : undefined}>
          <dt>{t(M[name])}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

const FIELDS: readonly (readonly [keyof ImportTarget, Field])[] = [
  ['projectId', f.ref('places.project', { label: M.projectId, required: true })],
  ['areaId', f.ref('places.area', { label: M.areaId })],
  ['groupId', f.ref('devices.group', { label: M.group })],
]
const NO_WIRE = {}

/** Inputs for the project, area and group of all imported rows. */
export const PlaceFields = ({
  place,
  wrong,
  onChange,
}: {
  readonly place: ImportTarget
  /** True if the project is missing. */
  readonly wrong: boolean
  readonly onChange: (name: keyof ImportTarget, value: string | null) => void
}) => {
  const t = useT()
  const isMissing = (name: keyof ImportTarget): boolean => wrong && name === 'projectId' && !place.projectId
  return (
    <div className="ll-im-place">
      {FIELDS.map(([name, field]) => {
        const { Input } = viewOf(field)
        return (
          <div key={name} className="ll-im-field">
            <label htmlFor={`import-${name}`}>
              {t(field.options.label)}
              {field.options.required && (
                <span className="ll-r-required" aria-hidden>
                  *
                </span>
              )}
            </label>
            <Input
              id={`import-${name}`}
              name={name}
              options={field.options}
              wire={NO_WIRE}
              value={place[name]}
              invalid={isMissing(name)}
              onBlur={() => undefined}
              onChange={(value: unknown) => onChange(name, (value as string | null) || null)}
            />
            {isMissing(name) && (
              <p className="ll-r-field-error" role="alert">
                {t(M.needProject)}
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Error message of the server. */
export const Refused = ({ text }: { readonly text: string | null | undefined }) =>
  text ? (
    <div className="ll-r-banner" role="alert" data-tone="bad">
      <p>{text}</p>
    </div>
  ) : null

/** A warning that the user should check, with a button if an action can resolve it. */
export const Question = ({
  text,
  action,
  onAction,
}: {
  readonly text: string | null | undefined
  readonly action?: string
  readonly onAction?: () => void
}) =>
  text ? (
    <div className="ll-r-banner" role="alert" data-tone="warn">
      <p>{text}</p>
      {action && (
        <button type="button" className="ll-button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  ) : null

/** Notes about a file, if any. */
export const Notes = ({ notes }: { readonly notes: readonly string[] }) => {
  const t = useT()
  if (notes.length === 0) return null
  return (
    <details className="ll-im-notes" open={notes.length <= 3}>
      <summary>
        {t(M.notes)} · {notes.length}
      </summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  )
}
