import { api, Segments, usePermission, useT, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { type ResourceConsole, RowsSkeleton, useConsole } from '@lamplight/console-kit/resource'
import { type DeviceTypeDefinition, isStoredNumber, type ResourceDefinition } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceType } from '../model/type.resource.ts'
import { typedDevice, typedResource } from '../model/typed-device.resource.ts'
import './devices.css'
import { P } from './product.messages.ts'
import { useRowType } from './use-row-type.ts'

type News = Readonly<Record<string, unknown>>
/** With more products than this the bar is left out, and users choose the product in the filter. */
const BAR_MOST = 12

const chosenIn = (query: Readonly<Record<string, string>>): string => {
  const value = query.typeId ?? query.typeId_equal ?? ''
  return /^\d{1,19}$/.test(value) ? value : ''
}

/** Bar of products above the list. It sets the filter by product. */
const Products = () => {
  const t = useT()
  const tab = useTab()
  const may = usePermission('device_type_view')
  const { data = [] } = useQuery({
    queryKey: [deviceType.name, 'bar'],
    queryFn: ({ signal }) =>
      api.get<readonly { readonly id: string; readonly name: string; readonly nameEn?: string }[]>(
        'blade-device/type/select',
        {},
        { signal, quiet: true },
      ),
    enabled: may && tab.active,
  })
  if (data.length === 0 || data.length > BAR_MOST) return null
  const value = chosenIn(tab.query)
  return (
    <div className="ll-devices-products">
      <Segments
        label={t(P.products)}
        value={value}
        options={[{ value: '', label: t(P.all) }, ...data.map(({ id, name, nameEn }) => ({ value: id, label: t([name, nameEn || name]) }))]}
        onChange={(typeId) => tab.setQuery({ typeId, typeId_equal: '', current: '' })}
      />
      {value === '' && <p className="ll-devices-note">{t(P.chooseHint)}</p>}
    </div>
  )
}

/** Adds the live changes of the product's properties to those that `apply` makes to a row. */
const applyNews = (type: DeviceTypeDefinition, apply: (row: never, news: News) => object | null) => (row: object, news: News) => {
  const values = (news.values ?? {}) as News
  const shown = Object.entries(values).filter(([name]) => {
    const property = type.properties[name]
    return property && (isStoredNumber(property) || (property.type === 'text' && !property.words))
  })
  const next = apply(row as never, news)
  return next && { ...next, ...Object.fromEntries(shown) }
}

const withType = (console: ResourceConsole, type: DeviceTypeDefinition): ResourceConsole => {
  const { fields } = typedResource(type)
  const { live } = console.ui
  const ui = live ? { ...console.ui, live: { ...live, apply: applyNews(type, live.apply as never) as never } } : console.ui
  return { ...console, ui, resource: { ...typedDevice, fields } as ResourceDefinition }
}

const List = ({ console, typeId }: { console: ResourceConsole; typeId: string }) => {
  const type = useRowType(typeId)
  const shown = useMemo(() => {
    const { slots } = console.ui
    const base = { ...console, ui: { ...console.ui, slots: { ...slots, listTop: Products } } }
    return type.data ? withType(base, type.data) : base
  }, [console, type.data])
  if (typeId && type.isPending) return <RowsSkeleton rows={8} cards={false} />
  // Without a type (a product that was removed or belongs to another tenant) the list is empty, and the user can remove the filter.
  return <ResourceList key={type.data ? typeId : ''} console={shown} />
}

/** The list of product devices. When a product is chosen, the list has a column and a filter for each of its properties. */
export const TypedListPage = () => {
  const tab = useTab()
  const console = useConsole(typedDevice.name)
  return console ? <List console={console} typeId={chosenIn(tab.query)} /> : <RowsSkeleton rows={8} cards={false} />
}
