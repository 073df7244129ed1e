import { StateMark, viewOf } from '@lamplight/fields/view'
import type { Fields, ResourceDefinition } from '@lamplight/kit'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { readValues, type Wire } from '../form/entry.ts'
import { LoadError, RowsSkeleton } from '../list/list-states.tsx'
import { Pager } from '../list/pager.tsx'
import { SIZE, type Step, useTimeline } from './use-timeline.ts'

const NO_FIELDS: Fields = {}

/** A state with its label and tone. */
const State = ({ resource, state, name }: { resource: ResourceDefinition; state: number; name: string }) => (
  <StateMark tone={resource.lifecycle?.states[state]?.tone ?? 'neutral'}>{name}</StateMark>
)

/** The input of a transition. */
const Entered = ({ fields, wire }: { fields: Fields; wire: Wire }) => {
  const t = useT()
  const values = readValues(fields, wire)
  const names = Object.keys(fields).filter((name) => values[name] !== null)
  if (names.length === 0) return null
  return (
    <dl className="ll-r-step-input">
      {names.map((name) => {
        const field = fields[name]
        if (!field) return null
        const view = viewOf(field)
        return (
          <div key={name}>
            <dt>{t(field.options.label)}</dt>
            <dd>
              <view.Cell value={values[name]} name={name} options={field.options} wire={wire} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const OneStep = ({ resource, step }: { resource: ResourceDefinition; step: Step }) => (
  <li className="ll-r-step">
    <p>
      <strong>{step.name}</strong>
      {step.fromState !== -1 && step.fromState !== step.toState && (
        <>
          <State resource={resource} state={step.fromState} name={step.fromName} />
          <span aria-hidden="true">{'→'}</span>
        </>
      )}
      <State resource={resource} state={step.toState} name={step.toName} />
    </p>
    <p className="ll-r-step-who">
      <time>{step.at}</time> {step.userName}
    </p>
    <Entered fields={resource.lifecycle?.transitions[step.transition]?.input ?? NO_FIELDS} wire={step.input} />
  </li>
)

/** The history of a row: each transition with user, time, states and input; newest first. */
export const Timeline = ({ resource, id }: { resource: ResourceDefinition; id: string }) => {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useTimeline(resource, id, current)
  if (error && !data) return <LoadError error={error} at={0} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={4} cards={false} />
  if (data.total === 0) return <p className="ll-r-step-none">{t(['暂无流转记录', 'No transitions'])}</p>
  return (
    <>
      <ol className="ll-r-steps">
        {data.records.map((step) => (
          <OneStep key={step.id} resource={resource} step={step} />
        ))}
      </ol>
      {data.total > SIZE && <Pager current={current} size={SIZE} total={data.total} onChange={(page) => setCurrent(page.current)} />}
    </>
  )
}
