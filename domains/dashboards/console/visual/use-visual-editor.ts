import { api, confirm, hrefOf, notify, useT } from '@lamplight/console-kit'
import { type PaletteEntry, useCanvas } from '@lamplight/console-kit/canvas'
import { invalidate } from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import { screenShow } from '../../model/pages.ts'
import { contentOf, DEFAULT_SIZE, filesIn, stageOf, unsetItems, type VisualContent, type VisualItem } from '../../model/visual-content.ts'
import { WIDGETS, type WidgetName, widgetOf } from '../../model/widgets.ts'
import { BASE, type BoardDetail } from './use-visual.ts'
import { V } from './visual.messages.ts'

/** State of the editor of a dashboard: the canvas, uploaded files, and publishing. `reload` reads the stored board again. */
export const useVisualEditor = (board: BoardDetail, reload: () => Promise<unknown>) => {
  const t = useT()
  const stored = useMemo(() => contentOf(board.content), [board])
  const [uploaded, setUploaded] = useState<readonly string[]>([])
  const files = [...board.filesFiles.map(({ id }) => id), ...uploaded]
  const canvas = useCanvas<VisualItem, VisualContent>({
    name: 'dashboards.visual',
    stored,
    version: `${board.id}-${board.version}`,
    stageOf: ({ config }) => stageOf(board, config),
    store: async (content) => {
      const used = filesIn(content)
      const body = { id: board.id, version: board.version, content: JSON.stringify(content), files: files.filter((id) => used.has(id)) }
      await api.post(`${BASE}/submit`, { body })
      void invalidate('dashboards.visual')
    },
    reload,
    nameOf: ({ widget, title }) => [t(WIDGETS[widget].label), title].filter(Boolean).join(' '),
    fine: true,
    // A file belongs to one dashboard.
    fit: (item) => (item.file && !files.includes(item.file) ? { ...item, file: '' } : item),
  })
  const factor = Math.min(board.width / DEFAULT_SIZE.width, board.height / DEFAULT_SIZE.height)
  const palette = (Object.keys(WIDGETS) as WidgetName[]).map((widget): PaletteEntry<VisualItem> => {
    const { label, needs, size } = widgetOf(widget)
    return {
      key: widget,
      label: t(label),
      make: () => ({
        widget,
        w: Math.round(size.w * factor),
        h: Math.round(size.h * factor),
        ...(needs.includes('query') && { query: '' }),
        ...(needs.includes('columns') && { columns: [] }),
        ...(needs.includes('text') && { text: t(V.text) }),
        ...(needs.includes('file') && { file: '' }),
      }),
    }
  })
  const publish = async (): Promise<void> => {
    const unset = unsetItems(canvas.items)
    const names = unset.map(({ widget, title }) => title || t(widgetOf(widget).label)).join(t(['、', ', ']))
    const ask = { title: t(V.unsetTitle, { n: unset.length }), text: t(V.unsetText, { names }), ok: t(V.publishAnyway) }
    if (unset.length > 0 && !(await confirm(ask))) return
    if (canvas.history.changed && !(await canvas.save())) return
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
  /** Uploads a picture or video as soon as it is chosen, and passes on its id. */
  const upload = async (file: File | undefined, then: (id: string) => void): Promise<void> => {
    if (!file) return
    const form = new FormData()
    form.set('file', file, file.name)
    try {
      const { id } = await api.upload<{ id: string }>(`${BASE}/upload_files`, form)
      setUploaded((before) => [...before, id])
      then(id)
    } catch {
      // The API client has shown the reason.
    }
  }
  return { canvas, palette, publish, upload }
}
export type VisualEditor = ReturnType<typeof useVisualEditor>
