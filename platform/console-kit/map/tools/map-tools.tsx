import type { Text } from '@lamplight/kit'
import type { ReactNode } from 'react'
import { grouped, MAP_TEXTS } from '../messages.ts'
import type { Tool } from './draw-tool.ts'

const icon = (path: string, dash?: string): ReactNode => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} strokeDasharray={dash} />
  </svg>
)

const ICONS = {
  rectangle: icon('M3 4h12v10H3z', '2.6 2.4'),
  lasso: icon(
    'M9 11.5c-3.6 0-6-1.7-6-4s2.4-4.5 6-4.5 6 2 6 4.5-2.4 4-6 4ZM6.4 11.2c-1.4 1-1.5 2.6-.4 3.1 1 .5 2.2-.3 2-1.4-.1-.6-.6-1-1.6-1.7M6 14.3c-.5.9-1.4 1.3-2.4 1.2',
  ),
  view: icon('M2.2 5.4V2.2h3.2M12.6 2.2h3.2v3.2M15.8 12.6v3.2h-3.2M5.4 15.8H2.2v-3.2M5.6 9.2l2.4 2.4 4.6-5'),
  clear: icon('M4.5 4.5l9 9M13.5 4.5l-9 9'),
  plus: icon('M9 4v10M4 9h10'),
  minus: icon('M4 9h10'),
  all: icon('M3 6.5V3h3.5M11.5 3H15v3.5M15 11.5V15h-3.5M6.5 15H3v-3.5M9 8.2v1.6M8.2 9h1.6'),
}

type ToolButtonProps = { icon: keyof typeof ICONS; label: string; pressed?: boolean; disabled?: boolean; onClick: () => void }

const ToolButton = ({ icon: name, label, pressed, disabled, onClick }: ToolButtonProps) => (
  <button
    type="button"
    className="ll-map-button"
    title={label}
    aria-label={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    {ICONS[name]}
  </button>
)

export type MapToolsProps = {
  tool: Tool | undefined
  selected: number
  onTool: (tool: Tool | undefined) => void
  onView: () => void
  onClear: () => void
  t: (text: Text) => string
}

/** Selection tools at the left of the map, with the number of selected lamps. */
export const MapTools = ({ tool, selected, onTool, onView, onClear, t }: MapToolsProps) => {
  const toggle = (wanted: Tool): void => onTool(tool === wanted ? undefined : wanted)
  return (
    <div className="ll-map-tools" role="toolbar" aria-label={t(MAP_TEXTS.tools)} aria-orientation="vertical">
      <ToolButton icon="rectangle" label={t(MAP_TEXTS.rectangle)} pressed={tool === 'rectangle'} onClick={() => toggle('rectangle')} />
      <ToolButton icon="lasso" label={t(MAP_TEXTS.lasso)} pressed={tool === 'lasso'} onClick={() => toggle('lasso')} />
      <ToolButton icon="view" label={t(MAP_TEXTS.view)} onClick={onView} />
      {selected > 0 && <ToolButton icon="clear" label={t(MAP_TEXTS.clear)} onClick={onClear} />}
      <output className="ll-map-unseen">{selected > 0 ? t(MAP_TEXTS.selected).replace('{n}', grouped(selected)) : ''}</output>
    </div>
  )
}

export type MapZoomProps = { onZoom: (step: 1 | -1) => void; onAll: () => void; t: (text: Text) => string }

/** Buttons to zoom in, zoom out and show everything. */
export const MapZoom = ({ onZoom, onAll, t }: MapZoomProps) => (
  <div className="ll-map-zoom">
    <ToolButton icon="plus" label={t(MAP_TEXTS.zoomIn)} onClick={() => onZoom(1)} />
    <ToolButton icon="minus" label={t(MAP_TEXTS.zoomOut)} onClick={() => onZoom(-1)} />
    <ToolButton icon="all" label={t(MAP_TEXTS.fitAll)} onClick={onAll} />
  </div>
)
