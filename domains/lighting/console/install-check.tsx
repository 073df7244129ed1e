import { type AnswerOf, api, confirm, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { newKey, ProgressNote, useBatch } from '@lamplight/control/console'
import type { Row } from '@lamplight/kit'
import { useState } from 'react'
import { installCheck } from '../model/checks/install-check.listing.ts'
import type { installCheckAgainRoute } from '../server/install-check.server.ts'
import { C } from './check.messages.ts'

const AGAIN = 'blade-city/controller/install/check/again'
/** Columns of the results of a repeated check. */
const RESULT = ['answer', ...Object.entries(installCheck.fields).flatMap(([name, { options }]) => ('list' in options ? [name] : []))].join()

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
    if (made) setQuery({ batchId: made.batchId, columns: RESULT, sn: '', check: '', projectId: '', areaId: '', current: '' })
  }
  return { busy, again }
}

const Progress = ({ batchId }: { readonly batchId: string }) => {
  const t = useT()
  const { setQuery } = useTab()
  const record = useBatch(batchId).data
  return (
    <>
      {record && <ProgressNote counts={record} />}
      <button type="button" className="ll-button" onClick={() => setQuery({ batchId: '', columns: '', current: '' })}>
        {t(C.back)}
      </button>
    </>
  )
}

/** Button that checks the controllers of the list again; after that, the progress of this check. */
export const CheckAll = ({ filter, total }: SlotProps) => {
  const t = useT()
  const format = useFormat()
  const { busy, again } = useAgain()
  const may = usePermission('controller_read')
  if (filter.batchId) return <Progress batchId={filter.batchId} />
  const n = format.number(total)
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t(C.againAsk, { n }), text: t(C.againText), ok: t(C.againAll, { n }) })) await again(filter)
  }
  return (
    may &&
    total > 0 && (
      <button type="button" className="ll-button ll-button--primary" disabled={busy} onClick={() => void ask()}>
        {t(C.againAll, { n })}
      </button>
    )
  )
}

export const CheckRow = ({ row: { id, sn } }: { readonly row: Row<typeof installCheck> }) => {
  const t = useT()
  const { busy, again } = useAgain()
  return (
    <button
      type="button"
      className="ll-r-link"
      disabled={busy}
      aria-label={`${t(C.again)} ${sn}`}
      onClick={() => void again({ controllerIds: id })}
    >
      {t(C.again)}
    </button>
  )
}
