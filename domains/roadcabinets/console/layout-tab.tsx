import { api, Link, notify, usePermission, useT, useUndoKeys, useUnsaved } from '@lamplight/console-kit'
import { invalidate, Waiting } from '@lamplight/console-kit/resource'
import { firstFree, type Item, moved, overlapping, placed } from '@lamplight/kit/canvas'
import { useMemo, useState } from 'react'
import { ITEM_SIZE, LAYOUT_STAGE } from '../model/stages.ts'
import './board.css'
import { Canvas, useHistory } from '@lamplight/console-kit/canvas'
import { M } from './roadcabinets.messages.ts'
import { type ProductDetail, useProduct } from './use-board.ts'

const SIZE = { w: ITEM_SIZE, h: ITEM_SIZE } as const

const Editor = ({ product, reload }: { readonly product: ProductDetail; readonly reload: () => Promise<unknown> }) => {
  const t = useT()
  const stored = useMemo(() => product.layout.map(({ unit, x, y }): Item => ({ id: unit, x, y, ...SIZE })), [product])
  const history = useHistory<readonly Item[]>(stored, JSON.stringify(product.layout))
  const [selected, select] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const mayEdit = usePermission('cabinet_product_edit')
  useUnsaved(history.changed)
  useUndoKeys(history)
  const items = history.value
  const nameOf = ({ id }: Item): string => product.units.find(({ code }) => code === id)?.name ?? id
  const faulty = items.filter(({ id }) => overlapping(items, id).length > 0)
  const left = product.units.filter(({ code }) => !items.some(({ id }) => id === code))
  const place = (code: string): void => {
    const free = firstFree(LAYOUT_STAGE, items, SIZE)
    if (!free) {
      notify.error(M.noRoom)
      return
    }
    history.change((before) => [...before, placed(LAYOUT_STAGE, { id: code, ...free })])
    select(code)
  }
  const save = async (): Promise<void> => {
    setSaving(true)
    const layout = items.map(({ id, x, y }) => ({ unit: id, x, y }))
    try {
      await api.post('blade-visual/integratedProduct/layout/submit', { body: { id: product.id, layout } })
      history.keep()
      notify.success(M.saved)
      void invalidate('roadcabinets.product')
      await reload()
    } catch {
      // The API client has shown the reason. The changes stay in the editor.
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="ll-board-side">
      <p className="ll-board-hint">
        {t(M.layoutAbout)} · {t(M.canvasHint)}
      </p>
      <div className="ll-board-bar">
        <button type="button" className="ll-button" disabled={!history.canUndo} onClick={history.undo}>
          {t(M.undo)}
        </button>
        <button type="button" className="ll-button" disabled={!history.canRedo} onClick={history.redo}>
          {t(M.redo)}
        </button>
        {left.map(({ code, name }) => (
          <button key={code} type="button" className="ll-button" onClick={() => place(code)}>
            {t(M.place)} {name}
          </button>
        ))}
        <span className="ll-board-space" />
        <Link to={`/roadCabinet/productManagement/components/installConfig?id=${product.id}`} className="ll-button">
          {t(M.installConfig)}
        </Link>
        <button
          type="button"
          className="ll-button ll-button--primary"
          disabled={!mayEdit || saving || !history.changed || faulty.length > 0}
          onClick={() => void save()}
        >
          {t(M.save)}
        </button>
      </div>
      {faulty[0] && (
        <p role="alert" className="ll-r-field-error">
          {t(M.overlaps, { name: nameOf(faulty[0]) })}
        </p>
      )}
      <Canvas
        stage={LAYOUT_STAGE}
        items={items}
        label={t(M.layout)}
        edit={{
          selected,
          onSelect: select,
          onMove: (id, dx, dy) => history.change((before) => moved(LAYOUT_STAGE, before, id, dx, dy)),
          onRemove: (id) => history.change((before) => before.filter((one) => one.id !== id)),
          nameOf,
          faulty: faulty.map(({ id }) => id),
        }}
      >
        {(item) => (
          <article className="ll-board-card">
            <header>
              <b>{nameOf(item)}</b>
            </header>
            <span className="ll-board-hint">{item.id}</span>
          </article>
        )}
      </Canvas>
    </div>
  )
}

/** Editor of the layout of a comprehensive product: items of 192 px on a canvas of 1152×610 px (rule.layout.canvas). */
export const LayoutTab = ({ row }: { readonly row: { readonly id: string } }) => {
  const query = useProduct(row.id)
  if (!query.data) return <Waiting query={query} rows={6} />
  return <Editor product={query.data} reload={() => query.refetch()} />
}
