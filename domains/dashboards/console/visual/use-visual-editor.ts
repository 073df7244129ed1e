import { api, confirm, hrefOf, notify, useT, useUnsaved } from '@lamplight/console-kit'
import { useHistory } from '@lamplight/console-kit/canvas'
import { invalidate } from '@lamplight/console-kit/resource'
import { firstFree, moved, placed, resized, type Stage } from '@lamplight/kit/canvas'
import { useMemo, useState } from 'react'
import { screenShow } from '../../model/pages.ts'
import {
  contentOf,
  DEFAULT_SIZE,
  filesIn,
  stageOf,
  unsetItems,
  type VisualConfig,
  type VisualContent,
  type VisualItem,
} from '../../model/visual-content.ts'
import { type WidgetName, widgetOf } from '../../model/widgets.ts'
import { BASE, type BoardDetail } from './use-visual.ts'
import { V } from './visual.messages.ts'

const nextId = (items: readonly VisualItem[]): string => {
  let n = items.length + 1
  while (items.some(({ id }) => id === `w${n}`)) n += 1
  return `w${n}`
}
const exactly = (stage: Stage, exact: boolean | undefined): Stage => (exact ? { ...stage, step: 1 } : stage)

/** State of the editor: the content with undo and redo, the selected widget, uploaded files, saving and publishing. `reload` reads the stored board again. */
export const useVisualEditor = (board: BoardDetail, reload: () => Promise<unknown>) => {
  const t = useT()
  const stored = useMemo(() => contentOf(board.content), [board])
  const history = useHistory<VisualContent>(stored, `${board.id}-${board.version}`)
  const [selected, select] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [uploaded, setUploaded] = useState<readonly string[]>([])
  useUnsaved(history.changed)
  const content = history.value
  const { items, config } = content
  const stage = stageOf(board, config)
  const item = items.find(({ id }) => id === selected)
  const change = (of: (items: readonly VisualItem[]) => readonly VisualItem[]): void =>
    history.change((before) => ({ ...before, items: of(before.items) }))

  const add = (widget: WidgetName): void => {
    const { needs, size } = widgetOf(widget)
    const factor = Math.min(board.width / DEFAULT_SIZE.width, board.height / DEFAULT_SIZE.height)
    const box = { w: Math.round(size.w * factor), h: Math.round(size.h * factor) }
    const id = nextId(items)
    const free = firstFree({ ...stage, step: Math.max(stage.step, 20) }, items, box) ?? { x: 0, y: 0, ...box }
    const made: VisualItem = {
      id,
      widget,
      ...free,
      ...(needs.includes('query') && { query: '' }),
      ...(needs.includes('columns') && { columns: [] }),
      ...(needs.includes('text') && { text: t(V.text) }),
      ...(needs.includes('file') && { file: '' }),
    }
    change((before) => [...before, placed(stage, made)])
    select(id)
  }
  const save = async (): Promise<boolean> => {
    setSaving(true)
    try {
      const used = filesIn(content)
      const files = [...board.filesFiles.map(({ id }) => id), ...uploaded].filter((id) => used.has(id))
      await api.post(`${BASE}/submit`, { body: { id: board.id, version: board.version, content: JSON.stringify(content), files } })
      history.keep()
      notify.success(V.saved)
      void invalidate('dashboards.visual')
      await reload()
      return true
    } catch {
      // The API client has shown the reason. The changes stay in the editor.
      return false
    } finally {
      setSaving(false)
    }
  }
  const publish = async (): Promise<void> => {
    const unset = unsetItems(items)
    const names = unset.map(({ widget, title }) => title || t(widgetOf(widget).label)).join(t(['、', ', ']))
    const ask = { title: t(V.unsetTitle, { n: unset.length }), text: t(V.unsetText, { names }), ok: t(V.publishAnyway) }
    if (unset.length > 0 && !(await confirm(ask))) return
    if (history.changed && !(await save())) return
    await api.post(`${BASE}/publish`, { body: { id: board.id, ids: board.id } }).then(
      async () => {
        notify.success(
          t(V.publishedAt, { address: `${window.location.origin}${hrefOf({ path: screenShow.path, query: { id: board.id } })}` }),
        )
        void invalidate('dashboards.visual')
        await reload()
      },
      () => undefined,
    )
  }
  const upload = async (file: File): Promise<string | null> => {
    const form = new FormData()
    form.set('file', file, file.name)
    try {
      const { id } = await api.upload<{ id: string }>(`${BASE}/upload_files`, form)
      setUploaded((before) => [...before, id])
      return id
    } catch {
      // The API client has shown the reason.
      return null
    }
  }
  return {
    stage,
    content,
    items,
    item,
    history,
    selected,
    select,
    saving,
    add,
    save,
    publish,
    upload,
    set: (next: Partial<VisualItem>) =>
      change((before) => before.map((one) => (one.id === selected ? placedIn(board, { ...one, ...next }) : one))),
    configure: (next: Partial<VisualConfig>) => history.change((before) => ({ ...before, config: { ...before.config, ...next } })),
    remove: (id: string) => {
      change((before) => before.filter((one) => one.id !== id))
      select(null)
    },
    move: (id: string, dx: number, dy: number, exact?: boolean) => change((before) => moved(exactly(stage, exact), before, id, dx, dy)),
    resize: (id: string, w: number, h: number, exact?: boolean) => change((before) => resized(exactly(stage, exact), before, id, w, h)),
  }
}
/** Typed places and sizes need not be on the grid, but inside the board. */
const placedIn = ({ width, height }: BoardDetail, item: VisualItem): VisualItem => placed({ width, height, step: 1, font: 0 }, item)
export type VisualEditor = ReturnType<typeof useVisualEditor>
