import { api, useT } from '@lamplight/console-kit'
import { Amount, Check, Choice, Words } from '@lamplight/console-kit/canvas'
import { FileButton } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { VisualConfig } from '../../model/visual-content.ts'
import type { VisualEditor } from './use-visual-editor.ts'
import { V } from './visual.messages.ts'

const MAX_ROWS = 500
const WATERMARK_MOST = 60

/** Projects and areas by which a dashboard can be limited; none if the user may not list them. */
const usePlaces = (path: string, title: string) =>
  useQuery({
    queryKey: ['visual', 'places', path],
    queryFn: async ({ signal }): Promise<(readonly [string, string])[]> => {
      const { records } = await api.get<{ records: readonly Readonly<Record<string, string>>[] }>(
        path,
        { size: MAX_ROWS },
        { signal, quiet: true },
      )
      return records.map((row) => [String(row.id), String(row[title] ?? '')])
    },
    retry: false,
  }).data ?? []

/** Settings of the whole dashboard: placing, look, watermark, filters. */
export const VisualSettings = ({ config, editor }: { readonly config: VisualConfig; readonly editor: VisualEditor }) => {
  const t = useT()
  const projects = usePlaces('blade-system/project/list', 'name')
  const areas = usePlaces('blade-system/area/list', 'areaFullName')
  const configure = (change: Partial<VisualConfig>): void => editor.canvas.setContent({ config: { ...config, ...change } })
  const { watermark } = config
  const mark = (change: Partial<VisualConfig['watermark']>): void => configure({ watermark: { ...watermark, ...change } })
  const own = config.background !== 'default' && config.background !== 'plain'
  return (
    <div className="ll-canvas-form">
      <h2>{t(V.board)}</h2>
      <div className="ll-canvas-pair">
        <Choice
          label={t(V.placing)}
          value={config.placing}
          choices={[
            ['grid', t(V.grid)],
            ['free', t(V.free)],
          ]}
          onChange={(placing) => configure({ placing: placing as VisualConfig['placing'] })}
        />
        <Choice
          label={t(V.theme)}
          value={config.theme}
          choices={[
            ['dark', t(V.dark)],
            ['light', t(V.light)],
          ]}
          onChange={(theme) => configure({ theme: theme as VisualConfig['theme'] })}
        />
        <Amount label={t(V.scale)} value={config.scale} min={0.5} max={4} step={0.1} onChange={(scale) => configure({ scale })} />
        <Choice
          label={t(V.background)}
          value={config.background}
          choices={[['default', t(V.defaultPicture)], ['plain', t(V.plain)], ...(own ? [[config.background, t(V.file)] as const] : [])]}
          onChange={(background) => configure({ background })}
        />
      </div>
      <FileButton
        accept="image/png,image/jpeg,image/webp"
        onFiles={([file]) => void editor.upload(file, (background) => configure({ background }))}
      >
        {t(V.uploadBackground)}
      </FileButton>
      <Choice
        label={t(V.project)}
        value={config.projectId || '0'}
        choices={[['0', t(V.all)], ...projects]}
        onChange={(id) => configure({ projectId: id === '0' ? '' : id })}
      />
      <Choice
        label={t(V.area)}
        value={config.areaId || '0'}
        choices={[['0', t(V.all)], ...areas]}
        onChange={(id) => configure({ areaId: id === '0' ? '' : id })}
      />
      <Check label={t(V.watermarkShow)} checked={watermark.show} onChange={(show) => mark({ show })} />
      <Words label={t(V.watermarkText)} value={watermark.text} most={WATERMARK_MOST} onChange={(text) => mark({ text })} />
      <div className="ll-canvas-pair">
        <Amount label={t(V.fontSize)} value={watermark.fontSize} min={20} max={200} onChange={(fontSize) => mark({ fontSize })} />
        <Amount label={t(V.degree)} value={watermark.degree} min={-90} max={90} onChange={(degree) => mark({ degree })} />
        <label>
          {t(V.color)}
          <input type="color" value={watermark.color} onChange={(event) => mark({ color: event.target.value })} />
        </label>
      </div>
    </div>
  )
}
