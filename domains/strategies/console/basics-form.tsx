import { rangeOf } from '@lamplight/calendar'
import { Segments, useT } from '@lamplight/console-kit'
import { fieldNote, viewOf } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { strategy } from '../model/strategy.resource.ts'
import { type Draft, isSpecial } from './night/draft.ts'
import { SmallNumber } from './small-inputs.tsx'
import { S } from './strategies.messages.ts'

type Change = (change: Partial<Draft>, group: string | null) => void
interface Props {
  readonly draft: Draft
  readonly idPrefix: string
  readonly wrongName: string | null
  readonly onChange: Change
  readonly onSettle: () => void
}
const NO_WIRE = {}

const Row = ({
  id,
  label,
  wrong,
  hint,
  children,
}: {
  id: string
  label: Text
  wrong?: string | null
  hint?: string
  children: ReactNode
}) => {
  const t = useT()
  return (
    <div className="ll-r-field" data-invalid={wrong ? '' : undefined}>
      <label htmlFor={id}>{t(label)}</label>
      <div className="ll-r-field-input">
        {children}
        {wrong ? (
          <p id={`${id}-note`} className="ll-r-field-error">
            {wrong}
          </p>
        ) : (
          hint && (
            <p id={`${id}-note`} className="ll-r-field-hint">
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  )
}

const Choice = ({
  id,
  options,
  value,
  onChange,
}: {
  id: string
  options: Readonly<Record<number, Text>>
  value: number
  onChange: (value: number) => void
}) => {
  const t = useT()
  return (
    <select id={id} className="ll-f-input" value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Object.entries(options).map(([key, word]) => (
        <option key={key} value={key}>
          {t(word)}
        </option>
      ))}
    </select>
  )
}

/** A leap year stands for every year in date inputs. */
const ANY_YEAR = 2028
const dateOfMd = (md: number): string => `${ANY_YEAR}-${String(Math.floor(md / 100)).padStart(2, '0')}-${String(md % 100).padStart(2, '0')}`

/** The dates of a special strategy: of each year, or of one. */
const Dates = ({ draft, idPrefix, onChange }: Pick<Props, 'draft' | 'idPrefix' | 'onChange'>) => {
  const t = useT()
  const ends = rangeOf(draft.range)
  const isYearly = ends !== undefined && 'yearly' in ends
  const year = new Date().getFullYear()
  const [from, to] = !ends ? ['', ''] : isYearly ? ends.yearly.map(dateOfMd) : (ends as { dates: readonly [string, string] }).dates
  const write = (first: string, last: string, yearly: boolean): void => {
    if (!first || !last) return
    onChange({ range: yearly ? `${first.slice(5)}..${last.slice(5)}` : `${first}..${last < first ? first : last}` }, 'range')
  }
  const turn = (yearly: boolean): void => {
    if (yearly === isYearly) return
    const shift = (date: string): string => `${yearly ? ANY_YEAR : year}${date.slice(4)}`
    write(shift(from || `${year}-10-01`), shift(to || `${year}-10-07`), yearly)
  }
  return (
    <div className="ll-st-dates">
      <Segments
        label={t(S.dates)}
        value={isYearly ? 1 : 0}
        onChange={(value) => turn(value === 1)}
        options={[
          { value: 0, label: t(S.thisYear) },
          { value: 1, label: t(S.everyYear) },
        ]}
      />
      <span>
        <input
          id={`${idPrefix}-range`}
          type="date"
          className="ll-f-input"
          aria-label={t(S.from)}
          value={from}
          onChange={({ target }) => write(target.value, to || target.value, isYearly)}
        />
        <input
          type="date"
          className="ll-f-input"
          aria-label={t(S.to)}
          value={to}
          min={isYearly ? undefined : from}
          onChange={({ target }) => write(from || target.value, target.value, isYearly)}
        />
      </span>
    </div>
  )
}

/** Fields of a strategy beside its switch points. */
export const BasicsForm = ({ draft, idPrefix, wrongName, onChange, onSettle }: Props) => {
  const t = useT()
  const { fields } = strategy
  const id = (name: string): string => `${idPrefix}-${name}`
  const project = viewOf(fields.projectId)
  return (
    <section className="ll-st-card ll-st-basics" aria-labelledby={id('basics')}>
      <header>
        <h2 id={id('basics')}>{t(S.basics)}</h2>
      </header>
      <Row id={id('name')} label={S.name} wrong={wrongName}>
        <input
          id={id('name')}
          className="ll-f-input"
          value={draft.name}
          maxLength={80}
          required
          aria-invalid={wrongName ? true : undefined}
          aria-describedby={wrongName ? `${id('name')}-note` : undefined}
          onChange={({ target }) => onChange({ name: target.value }, 'name')}
          onBlur={onSettle}
        />
      </Row>
      <Row id={id('project')} label={S.projectId}>
        <project.Input
          id={id('project')}
          name="projectId"
          options={fields.projectId.options}
          value={draft.projectId || null}
          wire={NO_WIRE}
          invalid={false}
          onChange={(value) => onChange({ projectId: typeof value === 'string' ? value : '' }, null)}
        />
      </Row>
      {isSpecial(draft) && (
        <>
          <Row id={id('dayKind')} label={S.dayKind}>
            <Choice
              id={id('dayKind')}
              options={fields.dayKind.options.values}
              value={draft.dayKind}
              onChange={(dayKind) => onChange({ dayKind }, null)}
            />
          </Row>
          <Row id={id('range')} label={S.dates}>
            <Dates draft={draft} idPrefix={idPrefix} onChange={onChange} />
          </Row>
          <Row id={id('priority')} label={S.priority} hint={t(S.priorityHint)}>
            <SmallNumber
              id={id('priority')}
              label={t(S.priority)}
              min={1}
              max={9}
              describedBy={`${id('priority')}-note`}
              value={draft.priority}
              onChange={(priority) => onChange({ priority }, 'priority')}
              onBlur={onSettle}
            />
          </Row>
        </>
      )}
      {!isSpecial(draft) && (
        <>
          <Row id={id('polar')} label={S.polar}>
            <Choice
              id={id('polar')}
              options={fields.polar.options.values}
              value={draft.polar}
              onChange={(polar) => onChange({ polar }, null)}
            />
          </Row>
          <Row id={id('minBurn')} label={S.minBurn} hint={fieldNote(viewOf(fields.minBurn), fields.minBurn.options, draft.minBurn, t)}>
            <SmallNumber
              id={id('minBurn')}
              label={t(S.minBurn)}
              min={0}
              max={240}
              unit="min"
              describedBy={`${id('minBurn')}-note`}
              value={draft.minBurn}
              onChange={(minBurn) => onChange({ minBurn }, 'minBurn')}
              onBlur={onSettle}
            />
          </Row>
        </>
      )}
      <Row id={id('remark')} label={S.remark}>
        <input
          id={id('remark')}
          className="ll-f-input"
          maxLength={255}
          value={draft.remark}
          onChange={({ target }) => onChange({ remark: target.value }, 'remark')}
          onBlur={onSettle}
        />
      </Row>
    </section>
  )
}
