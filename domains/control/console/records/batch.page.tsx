import { confirm, Empty, Icon, notify, PageHeader, useFormat, usePermission, useT, useTab } from '@lamplight/console-kit'
import { invalidate, Link, LoadError, RowsSkeleton, resourceShowing } from '@lamplight/console-kit/resource'
import { controllerType } from '@lamplight/devices/model'
import { StateMark } from '@lamplight/fields/view'
import { type ReactNode, useEffect, useState } from 'react'
import { COMMAND_NAMES, DEVICE_COMMAND, isRunning, retryable, STATUS_TEXTS } from '../../model/index.ts'
import { M } from './batch.messages.ts'
import { BatchItems } from './batch-items.tsx'
import { RECORDS, recordHref } from './batch-link.tsx'
import { affectedWords, commandWords, isOfDevices, targetWords } from './batch-words.ts'
import './batch.css'
import { Waves } from '../affected/waves.tsx'
import { cancelQueued } from '../command/commands.ts'
import { toneOf } from './item-words.ts'
import { RetryDialog } from './retry.dialog.tsx'
import { RungLadder } from './rung-ladder.tsx'
import { type Batch, useBatch, useRetries } from './use-batch.ts'

/** Address of the map; `?batch=` shows the lamps of a command. */
const MAP = '/city/map/index'

/** Facts of a command: target, user and origin, duration, end, and the commands that retry it. */
const Facts = ({ batch }: { readonly batch: Batch }) => {
  const t = useT()
  const format = useFormat()
  const retries = useRetries(batch.id, batch.state).data ?? []
  const again = batch.againCommandRecordId
  const began = format.instant(batch.createTime)
  const over = batch.endedAt ? format.instant(batch.endedAt) : null
  const link = (id: string): ReactNode => (
    <Link key={id} to={recordHref(id)}>
      {t(M.record, { id: `…${id.slice(-6)}` })}
    </Link>
  )
  const facts: readonly (readonly [label: string, value: ReactNode] | false)[] = [
    [t(M.targetText), affectedWords(batch, t)],
    [t(M.account), [batch.account, batch.ip].filter(Boolean).join(' · ') || '—'],
    [t(M.at), batch.createTime],
    batch.command !== COMMAND_NAMES.release &&
      batch.command !== DEVICE_COMMAND && [
        t(M.ends),
        <>
          {batch.until ? t(M.returnsAt, { at: batch.until.slice(0, 16) }) : t(M.stays)}
          {batch.returned > 0 && ` · ${t(M.returned, { n: format.number(batch.returned) })}`}
        </>,
      ],
    batch.reason !== '' && [t(M.reason), batch.reason],
    isRunning(batch) && batch.queued > 0 && [t(M.expireAt), batch.expireAt],
    over !== null && began !== null && [t(M.took), format.duration((over - began) / 1000)],
    again !== '' && again !== '0' && again !== '-1' && [t(M.againCommandRecordId), link(again)],
    retries.length > 0 && [
      t(M.retriedBy),
      <span key="retries" className="ll-batch-links">
        {retries.map((one) => link(one.id))}
      </span>,
    ],
  ]
  return (
    <dl className="ll-batch-facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const useCancel = (batch: Batch): (() => Promise<void>) => {
  const t = useT()
  const format = useFormat()
  return async () => {
    const n = format.number(batch.queued)
    if (!(await confirm({ title: t(M.cancelTitle, { n }), text: t(M.cancelText), ok: t(M.cancelOk, { n }), danger: true }))) return
    const done = await cancelQueued(batch.id).catch(() => null)
    if (done) notify.success(t(M.cancelled, { n: format.number(done.cancelled) }))
    void invalidate('control.batch')
  }
}

const Actions = ({ batch }: { readonly batch: Batch }) => {
  const t = useT()
  const format = useFormat()
  const canRetry = usePermission('commandrecord_retry')
  const canCancel = usePermission('commandrecord_cancel')
  const cancel = useCancel(batch)
  const [retrying, setRetrying] = useState(false)
  const failed = retryable(batch)
  const showsLamps = usePermission(`${resourceShowing(controllerType.code)?.code}_view`) && !isOfDevices(batch)
  return (
    <>
      {showsLamps && (
        <Link to={`${MAP}?batch=${batch.id}`} className="ll-button">
          <Icon name="map" size={16} />
          {t(M.showOnMap)}
        </Link>
      )}
      {canCancel && batch.queued > 0 && (
        <button type="button" className="ll-button" onClick={() => void cancel()}>
          {t(M.cancel, { n: format.number(batch.queued) })}
        </button>
      )}
      {canRetry && failed > 0 && (
        <button type="button" className="ll-button ll-button--primary" onClick={() => setRetrying(true)}>
          {t(M.retryAll, { n: format.number(failed) })}
        </button>
      )}
      {retrying && <RetryDialog batch={batch} ids={null} onClose={() => setRetrying(false)} />}
    </>
  )
}

const Loaded = ({ batch }: { readonly batch: Batch }) => {
  const t = useT()
  const { setTitle } = useTab()
  const name = commandWords(batch, t)
  const state = STATUS_TEXTS[batch.state as keyof typeof STATUS_TEXTS]
  useEffect(() => setTitle(`${name} · ${targetWords(batch, t)}`), [setTitle, name, batch, t])
  return (
    <>
      <div>
        <Link to={RECORDS} className="ll-r-detail-up">
          {t(M.records)}
        </Link>
        <PageHeader
          title={
            <span className="ll-batch-title">
              {name} <StateMark tone={toneOf(batch.state)}>{state && t(state)}</StateMark>
            </span>
          }
          about={batch.cancelled === 1 ? t(M.wasCancelled) : undefined}
        >
          <Actions batch={batch} />
        </PageHeader>
        <Facts batch={batch} />
      </div>
      <RungLadder counts={batch} />
      <Waves batch={batch} />
      <BatchItems batch={batch} />
    </>
  )
}

/** The page of a command record: the command, its progress, and all its devices. */
export const BatchPage = ({ id }: { readonly id: string }) => {
  const t = useT()
  const query = useBatch(id)
  return (
    <div className="ll-r-page ll-r-detail ll-batch">
      {query.data ? (
        <Loaded batch={query.data} />
      ) : query.isError ? (
        <LoadError error={query.error} at={0} onRetry={() => void query.refetch()} />
      ) : id === '' ? (
        <Empty text={t(M.noBatch)} />
      ) : (
        <RowsSkeleton rows={8} cards={false} />
      )}
    </div>
  )
}
