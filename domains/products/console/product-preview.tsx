import { Icon, useT } from '@lamplight/console-kit'
import type { Thing } from '@lamplight/devices/model'
import { unitSymbol } from '@lamplight/kit'
import { E } from './product.messages.ts'

/** The panel that the page of a device will have: labels and units of its properties, and a button for each function. */
export const ProductPreview = ({ thing, title }: { readonly thing: Thing; readonly title: string }) => {
  const t = useT()
  return (
    <aside className="ll-product-preview" aria-label={t(E.preview)}>
      <h2>{t(E.preview)}</h2>
      <p className="ll-r-field-hint">{t(E.previewAbout)}</p>
      <p className="ll-product-title">
        {thing.icon && <Icon name={thing.icon as never} size={16} />}
        {title || '—'}
      </p>
      {thing.properties.length === 0 ? (
        <p className="ll-f-none">{t(E.noProperties)}</p>
      ) : (
        <dl>
          {thing.properties.map(({ identifier, name, nameEn, unit, type }, at) => (
            <div key={at}>
              <dt>{t([name, nameEn || name]) || identifier || '—'}</dt>
              <dd>
                <span className="ll-f-none">—</span>
                {type === 'number' && unit && <span className="ll-f-unit">{unitSymbol(unit)}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {thing.functions.length > 0 && (
        <div className="ll-product-buttons">
          {thing.functions.map(({ code, name, nameEn, danger }, at) => (
            <button key={at} type="button" className={danger ? 'll-button ll-button--danger' : 'll-button'} disabled>
              {t([name, nameEn || name]) || code || '—'}
            </button>
          ))}
        </div>
      )}
    </aside>
  )
}
