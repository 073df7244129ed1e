import { useT } from '@lamplight/console-kit'
import { Amount, Check, Choice, Words } from '@lamplight/console-kit/canvas'
import { FileButton } from '@lamplight/console-kit/resource'
import { DAYS_MOST, TEXT_MOST, TITLE_MOST, type VisualItem } from '../../model/visual-content.ts'
import { type QueryInfo, widgetOf } from '../../model/widgets.ts'
import { useQueries } from './use-visual.ts'
import type { VisualEditor } from './use-visual-editor.ts'
import { V } from './visual.messages.ts'

const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'

/** Settings that a new query gives a widget: its first figure, and no days and group of the former query. */
const queried = ({ widget, title }: VisualItem, info: QueryInfo | undefined): Partial<VisualItem> => {
  const { needs } = widgetOf(widget)
  const first = info?.columns.find(({ kind }) => kind === 'number')?.code
  const by = info?.hasDays ? { days: 30, by: widget === 'figure' ? 'total' : 'period' } : { days: undefined, by: undefined }
  return {
    query: info?.name ?? '',
    ...(needs.includes('columns') && { columns: first ? [first] : [] }),
    ...by,
    title: title || info?.label,
  } as Partial<VisualItem>
}

const Data = ({ item, onChange }: { readonly item: VisualItem; readonly onChange: (change: Partial<VisualItem>) => void }) => {
  const t = useT()
  const queries = useQueries().data ?? []
  const info = queries.find(({ name }) => name === item.query)
  const { needs, columnsMost } = widgetOf(item.widget)
  const numbers = info?.columns.filter(({ kind }) => kind === 'number' || !needs.includes('columns')) ?? []
  const chosen = item.columns ?? []
  const toggle = (code: string, isOn: boolean): void =>
    onChange({ columns: numbers.map((column) => column.code).filter((one) => (one === code ? isOn : chosen.includes(one))) })
  return (
    <>
      <Choice
        label={t(V.query)}
        value={item.query ?? ''}
        choices={queries.map(({ name, label }) => [name, label])}
        onChange={(name) =>
          onChange(
            queried(
              item,
              queries.find((one) => one.name === name),
            ),
          )
        }
      />
      {info && columnsMost === 1 && (
        <Choice
          label={t(V.column)}
          value={chosen[0] ?? ''}
          choices={numbers.map(({ code, name }) => [code, name])}
          onChange={(code) => onChange({ columns: [code] })}
        />
      )}
      {info && columnsMost !== 1 && (
        <fieldset>
          <legend>{t(V.columns)}</legend>
          {numbers.map(({ code, name }) => (
            <Check key={code} label={name} checked={chosen.includes(code)} onChange={(isOn) => toggle(code, isOn)} />
          ))}
        </fieldset>
      )}
      {info?.hasDays && (
        <div className="ll-canvas-pair">
          <Amount label={t(V.days)} value={item.days ?? 30} min={1} max={DAYS_MOST} onChange={(days) => onChange({ days })} />
          <Choice
            label={t(V.by)}
            value={item.by ?? 'period'}
            choices={info.by.map(({ code, name }) => [code, name])}
            onChange={(by) => onChange({ by })}
          />
        </div>
      )}
    </>
  )
}

/** What the selected widget shows. */
export const VisualItemForm = ({ item, editor }: { readonly item: VisualItem; readonly editor: VisualEditor }) => {
  const t = useT()
  const { set } = editor.canvas
  const { needs } = widgetOf(item.widget)
  return (
    <>
      <Words label={t(V.title)} value={item.title ?? ''} most={TITLE_MOST} onChange={(title) => set({ title })} />
      {needs.includes('query') && <Data item={item} onChange={set} />}
      {needs.includes('text') && <Words label={t(V.text)} value={item.text ?? ''} most={TEXT_MOST} onChange={(text) => set({ text })} />}
      {needs.includes('file') && (
        <FileButton
          accept={item.widget === 'video' ? 'video/mp4' : PICTURES}
          onFiles={([one]) => void editor.upload(one, (file) => set({ file }))}
        >
          {t(V.uploadFile)}
        </FileButton>
      )}
    </>
  )
}
