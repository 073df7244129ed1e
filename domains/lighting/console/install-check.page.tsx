import { useFormat, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, type RowColumn } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import { X } from './accessory.messages.ts'
import { RecordPage } from './record-page.tsx'

const CHECKS = ['reported', 'located', 'hasLamp', 'powerFits'] as const
type Row = Readonly<Record<(typeof CHECKS)[number], number>> & {
  readonly id: string
  readonly sn: string
  readonly gwSn: string
  readonly areaName: string
  readonly reportedAt: string
  readonly power: number | null
  readonly expectedPower: number | null
}

/** Controllers whose installation is incomplete; a row shows each check. */
export const InstallCheckPage = () => {
  const t = useT()
  const format = useFormat()
  const watts = (value: number | null): string => (value === null ? '—' : format.unit(value, 'W', 1))
  const columns = (): readonly RowColumn<Row>[] => [
    {
      key: 'sn',
      label: X.sn,
      width: 160,
      cell: (row) => <Link to={detailHref(knownResource('lighting.controller'), row.id) ?? ''}>{row.sn}</Link>,
    },
    ...CHECKS.map((name) => ({
      key: name,
      label: X[name],
      width: 120,
      cell: (row: Row) => <StateMark tone={row[name] === 1 ? 'good' : 'bad'}>{t(row[name] === 1 ? X.passed : X.failed)}</StateMark>,
    })),
    { key: 'power', label: X.power, width: 110, align: 'right', cell: (row) => watts(row.power) },
    { key: 'expected', label: X.expected, width: 110, align: 'right', cell: (row) => watts(row.expectedPower) },
    { key: 'gateway', label: X.gateway, width: 130, cell: (row) => row.gwSn || '—' },
    { key: 'area', label: X.area, width: 130, cell: (row) => row.areaName || '—' },
    { key: 'at', label: X.reportedAt, width: 178, cell: (row) => row.reportedAt || '—' },
  ]
  return (
    <RecordPage<Row>
      title={X.install}
      about={X.installAbout}
      none={X.installNone}
      path="blade-city/controller/install/check/page"
      filters={[
        { name: 'sn', label: X.sn },
        { name: 'check', label: X.check, values: { '': X.anyCheck, ...Object.fromEntries(CHECKS.map((name) => [name, X[name]])) } },
      ]}
      columns={columns}
    />
  )
}
