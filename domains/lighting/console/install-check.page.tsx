import { type AnswerOf, api, confirm, type RecordOf, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, type RowColumn } from '@lamplight/console-kit/resource'
import { newKey, ProgressNote, useBatch } from '@lamplight/control/console'
import { StateMark } from '@lamplight/fields/view'
import { useMemo, useState } from 'react'
import type { installCheckAgainRoute, installCheckRoute } from '../server/install-check.handler.ts'
import { X } from './accessory.messages.ts'
import { RecordPage } from './record-page.tsx'

const CHECKS = ['reported', 'located', 'hasLamp', 'powerFits'] as const
/** Interval in which the results of a repeated check are read, ms. */
const RELOAD_MS = 2000
type Row = RecordOf<typeof installCheckRoute>

const ANSWERS = { 0: ['busy', X.waiting], 1: ['good', X.answered], 2: ['warn', X.silent] } as const
const AGAIN = 'blade-city/controller/install/check/again'

/** Repeats the checks of some controllers, or of all that a filter finds. The address then names the record, whose results the page shows. */
const useAgain = () => {
  const { setQuery } = useTab()
  const [busy, setBusy] = useState(false)
  const again = async (body: object): Promise<void> => {
    setBusy(true)
    const made = await api
      .post<AnswerOf<typeof installCheckAgainRoute>>(AGAIN, { body, headers: { 'Idempotency-Key': newKey() } })
      .catch(() => null)
    setBusy(false)
    if (made) setQuery({ batch: made.batchId, sn: '', check: '', current: '' })
  }
  return { busy, again }
}

const Actions = ({ total, filter, batch }: { readonly total: number; readonly filter: object; readonly batch: string }) => {
  const t = useT()
  const format = useFormat()
  const { setQuery } = useTab()
  const { busy, again } = useAgain()
  const may = usePermission('controller_read')
  const record = useBatch(batch || null).data
  const n = format.number(total)
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t(X.againAsk, { n }), text: t(X.againText), ok: t(X.againAll, { n }) })) await again(filter)
  }
  if (batch)
    return (
      <>
        {record && <ProgressNote counts={record} />}
        <button type="button" className="ll-button" onClick={() => setQuery({ batch: '', current: '' })}>
          {t(X.back)}
        </button>
      </>
    )
  return (
    may &&
    total > 0 && (
      <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={() => void ask()}>
        {t(X.againAll, { n })}
      </button>
    )
  )
}

const RowAgain = ({ id, sn }: Row) => {
  const t = useT()
  const { busy, again } = useAgain()
  return (
    <button
      type="button"
      className="ll-r-link"
      disabled={busy}
      aria-label={`${t(X.again)} ${sn}`}
      onClick={() => void again({ controllerIds: id })}
    >
      {t(X.again)}
    </button>
  )
}

/** Controllers whose installation is incomplete; a row shows each check. The checks can be repeated: the devices report again. */
export const InstallCheckPage = () => {
  const t = useT()
  const format = useFormat()
  const may = usePermission('controller_read')
  const { batch = '' } = useTab().query
  const fixed = useMemo((): Readonly<Record<string, string>> => (batch ? { batchId: batch } : {}), [batch])
  const watts = (value: number | null): string => (value === null ? '—' : format.unit(value, 'W', 1))
  const answer = ({ answer: of }: Row) => {
    const [tone, words] = ANSWERS[(of ?? 0) as keyof typeof ANSWERS]
    return <StateMark tone={tone}>{t(words)}</StateMark>
  }
  const columns = (): readonly RowColumn<Row>[] => [
    {
      key: 'sn',
      label: X.sn,
      width: 160,
      cell: (row) => <Link to={detailHref(knownResource('lighting.controller'), row.id) ?? ''}>{row.sn}</Link>,
    },
    ...(may ? [{ key: 'again', label: X.actions, width: 90, cell: (row: Row) => <RowAgain {...row} /> }] : []),
    ...(batch ? [{ key: 'answer', label: X.answer, width: 110, cell: answer }] : []),
    ...CHECKS.map((name) => ({
      key: name,
      label: X[name],
      width: 110,
      cell: (row: Row) => <StateMark tone={row[name] === 1 ? 'good' : 'bad'}>{t(row[name] === 1 ? X.passed : X.failed)}</StateMark>,
    })),
    { key: 'power', label: X.power, width: 110, align: 'right', cell: (row) => watts(row.power) },
    { key: 'expected', label: X.expected, width: 110, align: 'right', cell: (row) => watts(row.expectedPower) },
    { key: 'gateway', label: X.gateway, width: 130, cell: (row) => row.gwSn || '—' },
    { key: 'area', label: X.area, width: 130, cell: (row) => row.areaName || '—' },
    { key: 'at', label: X.reportedAt, width: 178, cell: (row) => row.reportedAt || '—' },
  ]
  return (
    <RecordPage<typeof installCheckRoute>
      title={X.install}
      about={batch ? X.againAbout : X.installAbout}
      none={batch ? X.againNone : X.installNone}
      path="blade-city/controller/install/check/page"
      filters={[
        { name: 'sn', label: X.sn },
        { name: 'check', label: X.check, values: { '': X.anyCheck, ...Object.fromEntries(CHECKS.map((name) => [name, X[name]])) } },
      ]}
      columns={columns}
      fixed={fixed}
      every={batch ? RELOAD_MS : undefined}
      actions={({ total, filter }) => <Actions total={total} filter={filter} batch={batch} />}
    />
  )
}
