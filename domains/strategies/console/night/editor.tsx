import { dateOf, figuresOf } from '@lamplight/calendar'
import { Icon, Link, navigate, useAskDiscard, useFormat, usePermission, useT, useUndoKeys } from '@lamplight/console-kit'
import { useId, useMemo, useState } from 'react'
import { isBelowFloor } from '../../model/finding-words.ts'
import { BasicsForm } from '../basics-form.tsx'
import { Findings } from '../findings.tsx'
import { V } from '../publish/preview.messages.ts'
import { PreviewPanel } from '../publish/preview-panel.tsx'
import { PublishDialog, publishWords } from '../publish/publish.dialog.tsx'
import { PublicationApproval } from '../publish/second-person.tsx'
import { listPathOf, strategyHref } from '../routes.ts'
import { S } from '../strategies.messages.ts'
import { type Draft, everyNight, headsOf, isSpecial, programOf } from './draft.ts'
import { NightBar } from './night-bar.tsx'
import { NightEdit } from './night-edit.tsx'
import { PlaceLine, useSite } from './place-line.tsx'
import { PointsTable } from './points-table.tsx'
import '../strategies.css'
import { TargetPicker } from '../publish/target-picker.tsx'
import { EVERY_LAMP, type Given, type Place, selectorOf, type Target, usePreview } from '../publish/use-preview.ts'
import { useFindings } from '../use-findings.ts'
import { useSpecialDays } from '../use-special-days.ts'
import { YearCard } from '../year/year-map.tsx'
import { useNight, useToday } from './use-night.ts'
import { useScale } from './use-scale.ts'
import { useStrategyEditor } from './use-strategy-editor.ts'

const HEIGHT = 280
const NOTHING: ReadonlySet<number> = new Set()

type Editor = ReturnType<typeof useStrategyEditor>

const Bar = ({ editor, path }: { readonly editor: Editor; readonly path: string }) => {
  const t = useT()
  const { draft, id } = editor
  const mayAdd = usePermission('workstrategy_add')
  const mayEdit = usePermission('workstrategy_edit')
  const may = id === null ? mayAdd : mayEdit
  const up = listPathOf(draft, path)
  const ask = useAskDiscard()
  const leave = async (): Promise<void> => {
    if (!editor.changed || !editor.canUndo || (await ask())) navigate(up)
  }
  return (
    <header className="ll-st-bar">
      <div>
        <button type="button" className="ll-r-link ll-st-up" onClick={() => void leave()}>
          {t(isSpecial(draft) ? S.specials : S.list)}
        </button>
        <h1>{editor.title}</h1>
      </div>
      <span className="ll-st-hint" role="status">
        {editor.changed && editor.canUndo ? t(S.unsaved) : ''}
      </span>
      <button type="button" className="ll-button" aria-label={t(S.undo)} title="Ctrl+Z" disabled={!editor.canUndo} onClick={editor.undo}>
        <Icon name="history" size={16} />
        <span>{t(S.undo)}</span>
      </button>
      <button type="button" className="ll-button" title="Ctrl+Y" disabled={!editor.canRedo} onClick={editor.redo}>
        {t(S.redo)}
      </button>
      {id !== null && (
        <Link to={strategyHref({ id, kind: draft.kind })} className="ll-button">
          {t(V.versions)}
        </Link>
      )}
      {id !== null && editor.changed && (
        <input
          className="ll-f-input ll-st-why"
          aria-label={t(V.changeReason)}
          placeholder={t(V.changeReason)}
          title={t(V.changeReasonHint)}
          maxLength={255}
          value={editor.reason}
          onChange={({ target }) => editor.setReason(target.value)}
        />
      )}
      <button
        type="button"
        className="ll-button ll-button--primary"
        disabled={!may || editor.saving || !editor.changed}
        aria-busy={editor.saving}
        onClick={() => void editor.save()}
      >
        {t(S.save)}
      </button>
    </header>
  )
}

/** The editor of a strategy: a night to drag, the year beside it, the findings, and the preview with publishing. */
export const StrategyEditor = ({
  stored,
  id,
  path,
  given = null,
  onSaved,
}: {
  readonly stored: Draft
  readonly id: string | null
  readonly path: string
  /** Targets that the page which opened the editor has chosen. */
  readonly given?: Given | null
  readonly onSaved: (id: string) => void
}) => {
  const t = useT()
  const format = useFormat()
  const idPrefix = useId()
  const scale = useScale()
  const today = useToday()
  const editor = useStrategyEditor(stored, id, onSaved)
  useUndoKeys(editor)
  const { draft } = editor
  const [day, setDay] = useState(today)
  const [head, setHead] = useState(1)
  const [selected, select] = useState<number | null>(null)
  const [target, setTarget] = useState<Target>({ kind: given ? 'given' : 'areaId', ids: [] })
  const [own, setOwn] = useState<Place | null>(null)
  const [publishing, setPublishing] = useState(false)
  const mayPublish = usePermission('workstrategy_publish')

  const selector = useMemo(() => selectorOf(target, given), [target, given])
  const around = useMemo(
    () => (Object.keys(selector).length > 0 ? selector : draft.projectId ? { projectId: draft.projectId } : EVERY_LAMP),
    [selector, draft.projectId],
  )
  const { site, kind } = useSite(around, own)
  const days = useSpecialDays(draft.dayKind)
  const heads = headsOf(draft)
  const shownHead = heads.length > 0 ? head : undefined
  // Only what changes the program: typing a name must not paint the year again.
  const { kind: ofKind, systemType, entries, range, dayKind, priority, polar, minBurn } = draft
  const content = useMemo(
    () => ({ kind: ofKind, systemType, entries, range, dayKind, priority, polar, minBurn }),
    [ofKind, systemType, entries, range, dayKind, priority, polar, minBurn],
  )
  const timeline = useMemo(() => everyNight(content), [content])
  const program = useMemo(() => programOf(content, days), [content, days])
  const { calendar, night } = useNight(timeline, site, day, shownHead)
  const findings = useFindings(program, site, draft.kind, today)
  const [proof, setProof] = useState<number | null>(null)
  const faulty = useMemo(
    () =>
      findings ? new Set(findings.filter(({ severity }) => severity === 'error').flatMap((one) => [...(one.entries ?? [])])) : NOTHING,
    [findings],
  )
  const preview = usePreview(content, editor.id, selector)
  const errors = (findings ?? []).filter((one) => one.severity === 'error' && !isBelowFloor(one)).length
  const { lit } = figuresOf(calendar, night)
  const edit = (index: number): void => document.getElementById(`${idPrefix}-${index}`)?.focus()
  const changeEntries = (next: Draft['entries'], group: string | null): void => editor.set({ entries: next }, group)
  const n = preview.data?.devices ?? 0

  return (
    <div className="ll-st-page">
      <Bar editor={editor} path={path} />
      {mayPublish && <PublicationApproval devices={preview.data?.devices} needed={preview.data?.findings.some(isBelowFloor) ?? false} />}
      {editor.failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {editor.failed}
        </div>
      )}
      <div className="ll-st-grid">
        <div className="ll-st-column">
          <section className="ll-st-card ll-st-night" aria-labelledby={`${idPrefix}-night`} data-proof={proof ?? undefined}>
            <header>
              <h2 id={`${idPrefix}-night`}>{t(S.nightOf, { from: dateOf(day), to: dateOf(day + 1).slice(5) })}</h2>
              <span className="ll-st-hint">{t(S.litHours, { n: format.number(lit / 3600, 1) })}</span>
              <NightBar day={day} today={today} heads={heads} head={shownHead} onDay={setDay} onHead={setHead} />
            </header>
            <NightEdit
              calendar={calendar}
              night={night}
              scale={scale}
              selected={selected}
              faulty={faulty}
              entries={draft.entries}
              height={HEIGHT * scale}
              onSelect={select}
              onChange={changeEntries}
              onSettle={editor.settle}
              onEdit={edit}
            />
            <PlaceLine site={site} kind={kind} onChange={setOwn} />
          </section>
          <YearCard idPrefix={idPrefix} program={program} site={site} day={day} from={today} head={shownHead} onDay={setDay} />
        </div>
        <div className="ll-st-column">
          <BasicsForm draft={draft} idPrefix={idPrefix} wrongName={editor.wrongName} onChange={editor.set} onSettle={editor.settle} />
          <Findings
            findings={findings}
            onShow={(shown, index) => {
              setDay(shown)
              setProof(shown)
              select(index)
            }}
          />
        </div>
      </div>
      <PointsTable
        night={night}
        faulty={faulty}
        idPrefix={idPrefix}
        entries={draft.entries}
        onChange={changeEntries}
        onSettle={editor.settle}
        onSelect={select}
      />
      <section className="ll-st-card" aria-labelledby={`${idPrefix}-preview`}>
        <header>
          <h2 id={`${idPrefix}-preview`}>{t(V.preview)}</h2>
          <span className="ll-st-hint">{t(V.previewAbout)}</span>
        </header>
        <div className="ll-st-publish">
          <TargetPicker strategy={draft} target={target} given={given} onChange={setTarget} />
          <button
            type="button"
            className="ll-button ll-button--primary"
            disabled={!mayPublish || errors > 0 || n === 0 || preview.isFetching || draft.entries.length === 0}
            onClick={() => setPublishing(true)}
          >
            {t(publishWords(draft.kind, n), { n: format.number(n) })}
          </button>
          {errors > 0 && (
            <p className="ll-r-banner" role="status" data-tone="bad">
              {t(V.hasErrors, { n: errors })}
            </p>
          )}
        </div>
        {preview.data?.findings.some(isBelowFloor) && (
          <p className="ll-r-banner" data-tone="warn">
            {t(V.reasonNeeded)}
          </p>
        )}
        <PreviewPanel query={preview} name={draft.name} kind={draft.kind} />
      </section>
      {publishing && preview.data && (
        <PublishDialog
          name={editor.title}
          preview={preview.data}
          kind={draft.kind}
          changed={editor.changed}
          onSend={(reason) => editor.publish(selector, reason)}
          onClose={() => setPublishing(false)}
        />
      )}
    </div>
  )
}
