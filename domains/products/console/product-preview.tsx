import { Icon, useT } from '@lamplight/console-kit'
import { propertiesOf, type Thing } from '@lamplight/devices/model'
import { conditionsOf, OPERATORS, unitSymbol } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { E } from './product.messages.ts'

/** Conditions that rules can have for devices of this product: the operators of each property, and the events. */
const Conditions = ({ thing }: { readonly thing: Thing }) => {
  const t = useT()
  const choices = conditionsOf({ properties: propertiesOf(thing.properties) })
  const events = thing.events.filter(isEventType)
  if (choices.length + events.length === 0) return null
  return (
    <details className="ll-product-conditions">
      <summary>{t(E.conditions)}</summary>
      <dl>
        {choices.map(({ property, label, operators, unit }) => (
          <div key={property}>
            <dt>{t(label) || property || '—'}</dt>
            <dd>
              {operators.map((one) => t(OPERATORS[one])).join(' · ')}
              {unit && <span className="ll-f-unit">{unitSymbol(unit)}</span>}
            </dd>
          </div>
        ))}
        {events.map((event) => (
          <div key={event}>
            <dt>{t(EVENT_TYPES[event])}</dt>
            <dd>{t(E.happens)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

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
      <Conditions thing={thing} />
    </aside>
  )
}
