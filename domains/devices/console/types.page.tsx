import { Empty, PageHeader, useFormat, useT } from '@lamplight/console-kit'
import { knownResource, Link, LoadError, listHref, type RowColumn, RowsSkeleton, RowTable } from '@lamplight/console-kit/resource'
import { useMemo } from 'react'
import './devices.css'
import { L } from './records/log.messages.ts'
import { type DeviceTypeEntry, useTypes } from './register/use-register.ts'

const columnsOf = (number: (n: number) => string): readonly RowColumn<DeviceTypeEntry>[] => [
  {
    key: 'name',
    label: L.type,
    width: 220,
    cell: ({ name, code, resource, registered }) => {
      const href = registered ? `/equipmentMana/device/index?deviceType=${code}` : listHref(knownResource(resource))
      return href ? <Link to={href}>{name}</Link> : name
    },
  },
  { key: 'total', label: L.total, width: 120, align: 'right', cell: ({ total }) => number(total) },
  { key: 'code', label: L.code, width: 100, align: 'right', cell: ({ code }) => code },
  { key: 'slug', label: L.slug, width: 220, cell: ({ slug }) => slug },
]

/** The types of devices with the number of devices, and the ways to suppliers and models. */
export const DeviceTypesPage = () => {
  const t = useT()
  const { number } = useFormat()
  const { data, error, refetch } = useTypes()
  const columns = useMemo(() => columnsOf(number), [number])
  const ways = [
    [L.suppliers, listHref(knownResource('devices.supplier'))],
    [L.models, listHref(knownResource('devices.model'))],
  ] as const
  return (
    <div className="ll-r-page">
      <PageHeader title={t(L.types)} about={t(L.typesAbout)}>
        {ways.map(
          ([label, href]) =>
            href && (
              <Link key={href} to={href}>
                {t(label)}
              </Link>
            ),
        )}
      </PageHeader>
      {error && !data && <LoadError error={error} at={0} onRetry={() => void refetch()} />}
      {!error && !data && <RowsSkeleton rows={10} cards={false} />}
      {data?.length === 0 && <Empty text={t(L.noTypes)} />}
      {data && data.length > 0 && <RowTable columns={columns} rows={data} label={t(L.types)} keyOf={({ code }) => String(code)} />}
    </div>
  )
}
