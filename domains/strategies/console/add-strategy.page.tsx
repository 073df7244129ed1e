import { createCalendar } from '@lamplight/calendar'
import { api, useProject, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { KINDS } from '../model/strategy.resource.ts'
import { entryFrom } from '../model/strategy-fields.ts'
import { type Draft, draftOf } from './night/draft.ts'
import { StrategyEditor } from './night/editor.tsx'
import { NightStrip } from './night/night-plot.tsx'
import { useSite } from './night/place-line.tsx'
import { systemAt } from './routes.ts'
import { S } from './strategies.messages.ts'
import './strategies.css'
import { useToday } from './night/use-night.ts'
import { EVERY_LAMP } from './publish/use-preview.ts'
import { draftFrom, isTemplate, TEMPLATES, type Template, type TemplateName } from './templates.ts'
import { useGiven } from './use-given.ts'

const TemplateCard = ({
  template,
  site,
  day,
  onChoose,
}: {
  template: Template
  site: ReturnType<typeof useSite>['site']
  day: number
  onChoose: () => void
}) => {
  const t = useT()
  const calendar = useMemo(() => createCalendar({ entries: template.entries.map(entryFrom) }, site), [template, site])
  return (
    <li>
      <button type="button" className="ll-st-template" onClick={onChoose}>
        <NightStrip calendar={calendar} day={day} width={220} height={64} label={t(template.label)} />
        <strong>{t(template.label)}</strong>
        <span>{t(template.about)}</span>
      </button>
    </li>
  )
}

/** Templates for a new strategy, each drawn for tonight. */
const Templates = ({ kind, onChoose }: { readonly kind: number; readonly onChoose: (name: TemplateName) => void }) => {
  const t = useT()
  const today = useToday()
  const { project } = useProject()
  const { site } = useSite(
    useMemo(() => (project ? { projectId: project.id } : EVERY_LAMP), [project]),
    null,
  )
  return (
    <div className="ll-st-page">
      <header className="ll-st-bar">
        <div>
          <h1>{t(S.chooseTemplate)}</h1>
          <p className="ll-st-hint">{t(S.chooseTemplateAbout)}</p>
        </div>
      </header>
      <ul className="ll-st-templates" data-kind={kind}>
        {(Object.keys(TEMPLATES) as TemplateName[]).map((name) => (
          <TemplateCard key={name} template={TEMPLATES[name]} site={site} day={today} onChoose={() => onChoose(name)} />
        ))}
      </ul>
    </div>
  )
}

type Query = ReturnType<typeof useTab>['query']
const Stored = ({ id, path, query }: { readonly id: string; readonly path: string; readonly query: Query }) => {
  const given = useGiven(query)
  const { data, error, refetch } = useQuery({
    queryKey: ['strategies.strategy', 'draft', id],
    queryFn: async ({ signal }) =>
      draftOf(await api.get<Record<string, unknown>>('blade-strategy/workstrategy/detail', { id }, { signal, quiet: true })),
    placeholderData: undefined,
    staleTime: 0,
  })
  if (error) return <LoadError error={error} at={0} onRetry={() => void refetch()} />
  if (!data || given === undefined) return <RowsSkeleton rows={8} cards={false} />
  return <StrategyEditor key={`${id} ${given?.label ?? ''}`} stored={data} id={id} path={path} given={given} onSaved={() => undefined} />
}

/** Adds a strategy from a template, or edits one (rt.city.addStrateData, rt.inst.addStrateData). */
export const AddStrategyPage = () => {
  const t = useT()
  const today = useToday()
  const { query, path, setQuery, setTitle } = useTab()
  const { project } = useProject()
  const systemType = systemAt(path, query.systemType)
  const kind = [KINDS.special, KINDS.spray].find((one) => query.kind === String(one)) ?? KINDS.normal
  const newDraft = (name: TemplateName): Draft =>
    draftFrom(name, { label: t(TEMPLATES[name].label), today, kind, systemType, projectId: project?.id ?? '' })
  // Templates are those of lamps.
  const first = (): Draft | null =>
    isTemplate(query.template) ? newDraft(query.template) : kind === KINDS.spray ? newDraft('empty') : null
  const [begun, setBegun] = useState<Draft | null>(first)
  const [own, setOwn] = useState<string | null>(null)
  // A tab is named by `id`, so the strategy that this page has added is `saved` in its address.
  const [shown, setShown] = useState(query.saved)
  // The button 新增 of the list opens this tab again: if it shows a saved strategy, it begins a new one.
  if (shown !== query.saved) {
    setShown(query.saved)
    if (query.saved === undefined) {
      setOwn(null)
      setBegun(first())
    }
  }
  const stored = query.id ?? (query.saved === own ? undefined : query.saved)
  useEffect(() => setTitle(query.id === undefined ? null : t(S.edit)), [setTitle, query.id, t])
  const saved = (id: string): void => {
    // The address must not name a strategy that the page would load in place of this editor.
    flushSync(() => setOwn(id))
    setQuery({ saved: id, template: null })
  }
  return (
    <FieldsHost>
      {stored !== undefined ? (
        <Stored id={stored} path={path} query={query} />
      ) : begun ? (
        <StrategyEditor stored={begun} id={null} path={path} onSaved={saved} />
      ) : (
        <Templates kind={kind} onChoose={(name) => setBegun(newDraft(name))} />
      )}
    </FieldsHost>
  )
}
