import type { Item } from '@lamplight/kit/canvas'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { C } from './canvas.messages.ts'
import { Amount } from './canvas-fields.tsx'
import { CanvasBar } from './canvas-page.tsx'
import { Palette, type PaletteEntry } from './palette.tsx'
import { type CanvasState, SIDES } from './use-canvas.ts'
import { type VersionedRow, VersionsDialog } from './versions.dialog.tsx'

const SIDE_LABELS = { x: C.left, y: C.top, w: C.width, h: C.height } as const
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2] as const

const Tools = <T extends Item>({ edit }: { readonly edit: CanvasState<T> }) => {
  const t = useT()
  const none = edit.ids.length === 0
  const tool = (label: (typeof C)[keyof typeof C], run: () => void, off: boolean) => (
    <button type="button" className="ll-button ll-button--small ll-r-quiet" disabled={off} onClick={run}>
      {t(label)}
    </button>
  )
  return (
    <>
      {!edit.fixed && (
        <>
          {tool(C.copy, edit.copy, none)}
          {tool(C.paste, edit.paste, !edit.canPaste)}
          {tool(C.duplicate, edit.duplicate, none)}
          {tool(C.front, () => edit.order('front'), none)}
          {tool(C.back, () => edit.order('back'), none)}
        </>
      )}
      {tool(C.remove, edit.remove, none)}
    </>
  )
}

/** Place and size of the selected item. */
const Sides = <T extends Item>({ edit, item }: { readonly edit: CanvasState<T>; readonly item: T }) => {
  const t = useT()
  const { stage, fine, fixed } = edit
  const step = fine ? 1 : stage.step
  return (
    <div className="ll-canvas-pair">
      {SIDES.filter((side) => !fixed || side === 'x' || side === 'y').map((side) => (
        <Amount
          key={side}
          label={t(SIDE_LABELS[side])}
          value={item[side]}
          min={side === 'w' || side === 'h' ? step : 0}
          max={side === 'x' || side === 'w' ? stage.width : stage.height}
          step={step}
          onChange={(value) => edit.set({ [side]: Math.round(value) } as unknown as Partial<T>)}
        />
      ))}
    </div>
  )
}

const Keys = ({ fine, fixed }: { readonly fine: boolean; readonly fixed: boolean }) => {
  const t = useT()
  const more = fixed ? [C.keyFast] : [C.keySize, ...(fine ? [C.keyFine] : []), C.keyCopy, C.keyOrder]
  return (
    <details className="ll-canvas-note">
      <summary>{t(C.keys)}</summary>
      <ul>
        {[C.keyMove, ...more, C.keyMany, C.keyRemove, C.keyNext].map((line) => (
          <li key={line[1]}>{t(line)}</li>
        ))}
      </ul>
    </details>
  )
}

interface Props<T extends Item> {
  readonly edit: CanvasState<T>
  readonly title?: string
  readonly about: ReactNode
  readonly maySave: boolean
  /** Kinds of items that can be added, and a heading above them. */
  readonly palette: readonly PaletteEntry<T>[]
  readonly paletteLabel?: string
  /** Settings of the selected item; place and size follow them. */
  readonly panel?: (item: T) => ReactNode
  /** Shown while no item is selected. */
  readonly settings?: ReactNode
  /** Base address of the calls that read and restore versions of the content. */
  readonly versions?: { readonly base: string; readonly owner: string; readonly row: VersionedRow; readonly onRestored: () => void }
  /** Buttons before and after the button that saves. If there are buttons after it, it is not drawn as the main action. */
  readonly actions?: ReactNode
  readonly next?: ReactNode
  /** Shown instead of the editor, below its bar. */
  readonly preview?: ReactNode
  readonly children: ReactNode
}
/** Page or tab that edits a canvas: bar, tools, canvas, palette and settings. The canvas is its child. */
export const CanvasEditor = <T extends Item>(props: Props<T>) => {
  const { edit, title, about, maySave, palette, paletteLabel, panel, settings, versions, actions, next, preview, children } = props
  const t = useT()
  const [hasVersions, showVersions] = useState(false)
  const [zoom, setZoom] = useState<number | null>(null)
  const { history, item, ids, stage, saving } = edit
  const size = { '--ll-stage-w': stage.width, '--ll-stage-h': stage.height, ...(zoom && { '--ll-zoom': zoom }) } as CSSProperties
  return (
    <div className="ll-canvas-page">
      <CanvasBar title={title} about={about}>
        <button type="button" className="ll-button" disabled={!history.canUndo} onClick={history.undo}>
          {t(C.undo)}
        </button>
        <button type="button" className="ll-button" disabled={!history.canRedo} onClick={history.redo}>
          {t(C.redo)}
        </button>
        {versions && (
          <button type="button" className="ll-button" onClick={() => showVersions(true)}>
            {t(C.versions)}
          </button>
        )}
        {actions}
        <button
          type="button"
          className={next ? 'll-button' : 'll-button ll-button--primary'}
          disabled={!maySave || saving || !history.changed || edit.faulty.length > 0}
          onClick={() => void edit.save()}
        >
          {t(C.save)}
        </button>
        {next}
      </CanvasBar>
      {preview ?? (
        <div className="ll-canvas-edit">
          <div className="ll-canvas-work">
            <div className="ll-canvas-tools" role="toolbar" aria-label={t(C.tools)}>
              <Tools edit={edit} />
              <span className="ll-canvas-space" />
              <select
                className="ll-f-input"
                aria-label={t(C.zoom)}
                value={zoom ?? ''}
                onChange={({ target }) => setZoom(Number(target.value) || null)}
              >
                <option value="">{t(C.fits)}</option>
                {ZOOMS.map((one) => (
                  <option key={one} value={one}>{`${one * 100}%`}</option>
                ))}
              </select>
            </div>
            <div className="ll-canvas-view" style={size} data-zoomed={zoom ? true : undefined}>
              <div>{children}</div>
            </div>
          </div>
          <aside className="ll-canvas-side">
            {palette.length > 0 && (
              <>
                <h2>{paletteLabel ?? t(C.add)}</h2>
                <Palette edit={edit} entries={palette} />
                <p className="ll-canvas-note">{t(C.addHow)}</p>
              </>
            )}
            {ids.length > 0 && <h2>{item ? t(C.chosen) : t(C.chosenMany, { n: ids.length })}</h2>}
            {item && (
              <div className="ll-canvas-form" key={item.id}>
                {panel?.(item)}
                <Sides edit={edit} item={item} />
              </div>
            )}
            {ids.length === 0 && panel && <p className="ll-canvas-note">{t(C.chooseItem)}</p>}
            {ids.length === 0 && settings}
            <Keys fine={edit.fine} fixed={edit.fixed} />
          </aside>
        </div>
      )}
      {hasVersions && versions && (
        <VersionsDialog
          {...versions}
          onClose={() => showVersions(false)}
          onRestored={() => {
            showVersions(false)
            versions.onRestored()
          }}
        />
      )}
    </div>
  )
}
