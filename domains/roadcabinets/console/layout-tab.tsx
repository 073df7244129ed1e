import { api, Link, usePermission, useT } from '@lamplight/console-kit'
import { Canvas, CanvasCard, CanvasEditor, overlapping, useCanvas } from '@lamplight/console-kit/canvas'
import { invalidate, Waiting } from '@lamplight/console-kit/resource'
import type { Item } from '@lamplight/kit/canvas'
import { useMemo } from 'react'
import { ITEM_SIZE, LAYOUT_STAGE } from '../model/stages.ts'
import './board.css'
import { M } from './roadcabinets.messages.ts'
import { type ProductDetail, useProduct } from './use-board.ts'

const SIZE = { w: ITEM_SIZE, h: ITEM_SIZE } as const
interface Layout {
  readonly items: readonly Item[]
}

const Editor = ({ product, reload }: { readonly product: ProductDetail; readonly reload: () => Promise<unknown> }) => {
  const t = useT()
  const stored = useMemo(() => ({ items: product.layout.map(({ unit, x, y }): Item => ({ id: unit, x, y, ...SIZE })) }), [product])
  const mayEdit = usePermission('cabinet_product_edit')
  const nameOf = ({ id }: Item): string => product.units.find(({ code }) => code === id)?.name ?? id
  const canvas = useCanvas<Item, Layout>({
    name: 'roadcabinets.layout',
    stored,
    version: JSON.stringify(product.layout),
    stageOf: () => LAYOUT_STAGE,
    store: async ({ items }) => {
      const layout = items.map(({ id, x, y }) => ({ unit: id, x, y }))
      await api.post('blade-visual/integratedProduct/layout/submit', { body: { id: product.id, layout } })
      void invalidate('roadcabinets.product')
    },
    reload,
    nameOf,
    fixed: true,
    faultyOf: (items) => items.flatMap(({ id }) => (overlapping(items, id).length > 0 ? id : [])),
  })
  const left = product.units.filter(({ code }) => !canvas.items.some(({ id }) => id === code))
  const faulty = canvas.items.find(({ id }) => canvas.faulty.includes(id))
  return (
    <CanvasEditor
      edit={canvas}
      about={t(M.layoutAbout)}
      maySave={mayEdit}
      palette={left.map(({ code, name }) => ({ key: code, label: name, make: () => ({ id: code, ...SIZE }) }))}
      paletteLabel={t(M.unplaced)}
      actions={
        <Link to={`/roadCabinet/productManagement/components/installConfig?id=${product.id}`} className="ll-button">
          {t(M.installConfig)}
        </Link>
      }
    >
      {faulty && (
        <p role="alert" className="ll-r-field-error">
          {t(M.overlaps, { name: nameOf(faulty) })}
        </p>
      )}
      <Canvas stage={LAYOUT_STAGE} items={canvas.items} label={t(M.layout)} edit={canvas}>
        {(item) => (
          <CanvasCard>
            <header>
              <b>{nameOf(item)}</b>
            </header>
            <span className="ll-board-note">{item.id}</span>
          </CanvasCard>
        )}
      </Canvas>
    </CanvasEditor>
  )
}

/** Editor of the layout of a comprehensive product: items of 192 px on a canvas of 1152×610 px (rule.layout.canvas). */
export const LayoutTab = ({ row }: { readonly row: { readonly id: string } }) => {
  const query = useProduct(row.id)
  if (!query.data) return <Waiting query={query} rows={6} />
  return <Editor product={query.data} reload={() => query.refetch()} />
}
