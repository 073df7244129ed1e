import { loadThemes, useFormat, useNow, useT, useUser } from '@lamplight/console-kit'
import { Canvas, type CanvasState } from '@lamplight/console-kit/canvas'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useState } from 'react'
import { stageOf, type VisualConfig, type VisualContent, type VisualItem, type Watermark } from '../../model/visual-content.ts'
import { BoardContext } from './board-place.ts'
import type { Board, LiveValues, Source } from './use-visual.ts'
import { V } from './visual.messages.ts'
import { useFileUrl } from './visual-media.tsx'
import { Widget } from './visual-widgets.tsx'
import './visual.css'

const THEMES = { dark: 'theme-dark', light: 'theme-vip' } as const
const MINUTE_MS = 60_000
const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** The text of the watermark, repeated over the whole board. */
const Mark = ({ watermark: { text, fontSize, color, degree } }: { readonly watermark: Watermark }) => {
  const t = useT()
  const user = useUser()
  const { time } = useFormat()
  const minute = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  const words = text.replaceAll('{user}', user?.name || t(V.visitor)).replaceAll('{time}', time(minute, 'minute'))
  const [w, h] = [Math.max(200, words.length * fontSize), Math.max(160, fontSize * 8)]
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><text x="50%" y="50%" text-anchor="middle" fill="${color}" font-size="${fontSize}" font-family="sans-serif" transform="rotate(${degree} ${w / 2} ${h / 2})">${escaped(words)}</text></svg>`
  return (
    <div
      className="ll-visual-mark"
      style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(picture)}")` }}
      aria-hidden="true"
    />
  )
}

const Background = ({ id }: { readonly id: string }) => {
  const url = useFileUrl(id)
  return url ? <img className="ll-visual-back" src={url} alt="" /> : null
}

/** True if the background is an uploaded picture. */
const isPicture = ({ background }: VisualConfig): boolean => background !== 'default' && background !== 'plain'

interface Props {
  readonly board: Pick<Board, 'title' | 'width' | 'height'>
  readonly content: VisualContent
  readonly live: LiveValues
  readonly source: Source | undefined
  /** Absent for viewers. */
  readonly edit?: CanvasState<VisualItem>
  /** True: the board takes the whole window. */
  readonly fills?: boolean
  readonly children?: ReactNode
}
/** A board with its widgets: scaled to the width of its place, one below the other on phones. */
export const BoardStage = ({ board, content, live, source, edit, fills, children }: Props) => {
  const { config, items } = content
  const theme = THEMES[config.theme]
  // Charts and maps read their colours once, so they wait for the styles of the theme.
  const [hasThemes, setHasThemes] = useState(false)
  useEffect(() => void loadThemes().finally(() => setHasThemes(true)), [])
  const place = useMemo(
    () => ({ source, values: live.values, theme, projectId: config.projectId }),
    [source, live.values, theme, config.projectId],
  )
  const size = { '--ll-board-w': board.width, '--ll-board-h': board.height } as CSSProperties
  return (
    <BoardContext value={place}>
      <div
        className={`ll-visual ${theme}`}
        data-background={config.background === 'default' ? 'default' : 'plain'}
        data-fills={fills || undefined}
        style={size}
      >
        {isPicture(config) && <Background id={config.background} />}
        {hasThemes && (
          <Canvas stage={stageOf(board, config)} items={items} {...(edit ? { edit } : { label: board.title })}>
            {(item) => <Widget item={item} />}
          </Canvas>
        )}
        {config.watermark.show && <Mark watermark={config.watermark} />}
        {children}
      </div>
    </BoardContext>
  )
}
