import { Icon, PageHeader, useLeave, usePageName, useT, useTab } from '@lamplight/console-kit'
import { LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '@lamplight/protocol'
import { useEffect } from 'react'
import { FunctionFields } from './function-fields.tsx'
import { AddButton, CheckBox, FaultsContext, idOf, listEdits, RemoveButton, Section, TextBox } from './parts.tsx'
import './product.css'
import { E } from './product.messages.ts'
import { ProductPreview } from './product-preview.tsx'
import { PropertyFields } from './property-fields.tsx'
import { type ProductEditor, useProduct, useProductEditor } from './use-product.ts'

const PARTS: Readonly<Record<string, Text>> = {
  properties: E.properties,
  functions: E.functions,
  events: E.events,
  interfaces: E.interfaces,
}
const FIELDS: Readonly<Record<string, Text>> = {
  unitProductCode: E.code,
  name: E.name,
  nameEn: E.nameEn,
  category: E.category,
  identifier: E.identifier,
  code: E.functionCode,
  type: E.type,
  unit: E.unit,
  min: E.min,
  max: E.max,
  decimals: E.decimals,
  values: E.values,
  value: E.value,
  input: E.input,
  proves: E.proves,
  port: E.port,
  address: E.address,
}
/** Icons for marks of devices on the map. */
const ICONS = [
  'chip',
  'hdd',
  'gateway',
  'lock',
  'safety',
  'alarm',
  'warning',
  'control',
  'dashboard',
  'environment',
  'bulb',
  'lamp',
  'post',
  'screen',
  'speaker',
  'sun',
  'trash',
  'road',
  'cluster',
] as const
/** The path of a field in words: `properties.0.max` is "Properties 1, Maximum". */
const wordsOf = (path: string, t: (text: Text) => string): string => {
  const words: string[] = []
  for (const part of path.split('.')) {
    const known = PARTS[part] ?? FIELDS[part]
    if (/^\d+$/.test(part)) words.push(`${words.pop() ?? ''} ${Number(part) + 1}`)
    else words.push(known ? t(known) : part)
  }
  return words.join(' · ')
}

/** Faults at the top, each with a jump to its field. */
const Wrong = ({ shown, tried }: Pick<ProductEditor, 'shown' | 'tried'>) => {
  const t = useT()
  const [first] = shown.keys()
  useEffect(() => {
    if (tried > 0 && first) document.getElementById(idOf(first))?.focus()
    // the focus moves only after a try to save
  }, [tried])
  if (shown.size === 0) return null
  return (
    <div className="ll-r-banner" role="alert" data-tone="bad">
      <Icon name="warning" size={16} />
      <ul className="ll-product-faults">
        {[...shown].slice(0, 5).map(([path, text]) => (
          <li key={path}>
            <button type="button" className="ll-r-link" onClick={() => document.getElementById(idOf(path))?.focus()}>
              {t([`${wordsOf(path, t)}：${text}`, `${wordsOf(path, t)}: ${text}`])}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Basics = ({ editor, isNew }: { editor: ProductEditor; isNew: boolean }) => {
  const t = useT()
  const { draft, set } = editor
  return (
    <Section label={E.basics} path="basics">
      <div className="ll-product-grid">
        <TextBox
          label={E.code}
          path="unitProductCode"
          max={40}
          required={true}
          {...(isNew ? { hint: E.codeHint } : { disabled: true })}
          value={draft.unitProductCode}
          onChange={(unitProductCode) => set({ unitProductCode })}
        />
        <TextBox label={E.name} path="name" max={60} required={true} value={draft.name} onChange={(name) => set({ name })} />
        <TextBox label={E.nameEn} path="nameEn" max={60} value={draft.nameEn} onChange={(nameEn) => set({ nameEn })} />
        <TextBox label={E.category} path="category" max={50} value={draft.category} onChange={(category) => set({ category })} />
      </div>
      <fieldset className="ll-product-icons">
        <legend>{t(E.icon)}</legend>
        {ICONS.map((name) => (
          <button
            key={name}
            type="button"
            className="ll-button ll-r-quiet"
            aria-label={name}
            aria-pressed={draft.icon === name}
            onClick={() => set({ icon: draft.icon === name ? undefined : name })}
          >
            <Icon name={name} size={16} />
          </button>
        ))}
      </fieldset>
    </Section>
  )
}

const Ports = ({ editor }: { editor: ProductEditor }) => {
  const edits = listEdits(editor.draft.interfaces, (interfaces) => editor.set({ interfaces }))
  return (
    <Section label={E.interfaces} about={E.interfacesAbout} path="interfaces">
      {editor.draft.interfaces.map((one, at) => (
        <div key={at} className="ll-product-item">
          <div className="ll-product-grid">
            <TextBox
              label={E.port}
              path={`interfaces.${at}.port`}
              max={40}
              required={true}
              value={one.port}
              onChange={(port) => edits.change(at, { port })}
            />
            <TextBox
              label={E.name}
              path={`interfaces.${at}.name`}
              max={60}
              required={true}
              value={one.name}
              onChange={(name) => edits.change(at, { name })}
            />
            <TextBox
              label={E.address}
              path={`interfaces.${at}.address`}
              max={64}
              value={one.address ?? ''}
              onChange={(address) => edits.change(at, { address })}
            />
          </div>
          <div className="ll-product-flags">
            <CheckBox label={E.enable} checked={one.enable === 1} onChange={(on) => edits.change(at, { enable: on ? 1 : 0 })} />
            <RemoveButton name={one.name || one.port} onClick={() => edits.remove(at)} />
          </div>
        </div>
      ))}
      <AddButton label={E.addInterface} onClick={() => edits.add({ port: '', name: '', address: '', enable: 1 })} />
    </Section>
  )
}

const Events = ({ editor }: { editor: ProductEditor }) => {
  const { events } = editor.draft
  return (
    <Section label={E.events} about={E.eventsAbout} path="events">
      <div className="ll-product-events">
        {EVENT_TYPE_NAMES.map((name) => (
          <CheckBox
            key={name}
            label={EVENT_TYPES[name]}
            checked={events.includes(name)}
            onChange={(on) => editor.set({ events: on ? [...events, name] : events.filter((one) => one !== name) })}
          />
        ))}
      </div>
    </Section>
  )
}

const Editor = ({ product, listPath }: { product: Parameters<typeof useProductEditor>[0]; listPath: string }) => {
  const t = useT()
  const editor = useProductEditor(product, listPath)
  const { draft, set, shown } = editor
  const properties = listEdits(draft.properties, (next) => set({ properties: next }))
  const functions = listEdits(draft.functions, (next) => set({ functions: next }))
  const cancel = useLeave(editor.changed, editor.leave)
  const title = usePageName(t(product ? E.edit : E.create))
  return (
    <FaultsContext value={shown}>
      <div className="ll-r-page ll-product">
        <PageHeader title={title} about={t(E.about)}>
          <button type="button" className="ll-button" onClick={cancel}>
            {t(E.cancel)}
          </button>
          <button type="button" className="ll-button ll-button--primary" disabled={editor.sending} onClick={() => void editor.save()}>
            {t(E.save)}
          </button>
        </PageHeader>
        <Wrong shown={shown} tried={editor.tried} />
        <div className="ll-product-columns">
          <div className="ll-product-main">
            <Basics editor={editor} isNew={product === undefined} />
            <Section label={E.properties} about={E.propertiesAbout} path="properties">
              {draft.properties.map((one, at) => (
                <PropertyFields
                  key={at}
                  path={`properties.${at}`}
                  value={one}
                  onChange={(patch) => properties.change(at, patch)}
                  onRemove={() => properties.remove(at)}
                />
              ))}
              <AddButton
                label={E.addProperty}
                onClick={() => properties.add({ identifier: '', name: '', nameEn: '', type: 'number', history: true, list: true })}
              />
            </Section>
            <Section label={E.functions} about={E.functionsAbout} path="functions">
              {draft.functions.map((one, at) => (
                <FunctionFields
                  key={at}
                  path={`functions.${at}`}
                  value={one}
                  properties={draft.properties}
                  onChange={(patch) => functions.change(at, patch)}
                  onRemove={() => functions.remove(at)}
                />
              ))}
              <AddButton label={E.addFunction} onClick={() => functions.add({ code: '', name: '', nameEn: '', input: [] })} />
            </Section>
            <Events editor={editor} />
            <Ports editor={editor} />
          </div>
          <ProductPreview thing={draft} title={t([draft.name, draft.nameEn || draft.name])} />
        </div>
      </div>
    </FaultsContext>
  )
}

/** The editor of unit products (rt.cab.UnitProduct): `?id=` names the edited product. `listPath`: the list to which it returns. */
export const productPageOf = (listPath: string) => {
  const ProductPage = () => {
    const { query } = useTab()
    const product = useProduct(query.id)
    if (query.id === undefined) return <Editor product={undefined} listPath={listPath} />
    if (product.data) return <Editor key={query.id} product={product.data} listPath={listPath} />
    return product.isError ? (
      <LoadError error={product.error} at={0} onRetry={() => void product.refetch()} />
    ) : (
      <RowsSkeleton rows={8} cards={false} />
    )
  }
  return ProductPage
}
