import { Empty, Icon, notify, saveFile, type Translate, useFormat, usePermission, useT } from '@lamplight/console-kit'
import {
  csvBlob,
  detailHref,
  Link,
  PagedTable,
  type RowColumn,
  RowsBar,
  resourceOfDevices,
  resourceShowing,
  useChosenRows,
} from '@lamplight/console-kit/resource'
import { controllerType } from '@lamplight/devices/model'
import { StateMark } from '@lamplight/fields/view'
import { labelsOf, type Text } from '@lamplight/kit'
import { useState } from 'react'
import { DEVICE_COMMAND, retryable, STATUS, STATUS_TEXTS, succeeded } from '../../model/index.ts'
import { issued } from '../../model/issued.listing.ts'
import { M } from './batch.messages.ts'
import { isOfDevices } from './batch-words.ts'
import { reasonWords, stateWords, toneOf } from './item-words.ts'
import { RetryDialog } from './retry.dialog.tsx'
import type { Batch } from './use-batch.ts'
import { allItems, type Item, useItems } from './use-items.ts'

const I = labelsOf(issued.fields, 'name', 'sn', 'gatewaySn', 'attempts')

/** Time of a rung; the tooltip contains the date too. */
const Clock = ({ at }: { readonly at: string }) =>
  at ? (
    <time className="ll-f-number" title={at}>
      {at.slice(11)}
    </time>
  ) : (
    <span className="ll-f-none">{'—'}</span>
  )
/** Name of the lamp with a link to its page; for other devices their own name and page. */
const DeviceName = ({ item, batch }: { readonly item: Item; readonly batch: Batch }) => {
  const devices = resourceOfDevices(batch.deviceType)
  const lampHref = item.lampId ? detailHref(resourceShowing(controllerType.code), item.lampId) : null
  const href = lampHref ?? detailHref(devices, item.deviceId)
  const name = item.lampName || item.name || item.sn
  return href ? <Link to={href}>{name}</Link> : name
}
const watts = (value: string) => (value === '' ? <span className="ll-f-none">{'—'}</span> : <span className="ll-f-number">{value}</span>)

const rungColumn = (key: string, label: RowColumn<Item>['label'], at: (item: Item) => string): RowColumn<Item> => ({
  key,
  label,
  width: 100,
  cell: (item) => <Clock at={at(item)} />,
})

/**
 * Columns of a command's devices. In the list of failed devices the reason follows the status, else the times of the
 * rungs. Only lamps have place and power columns.
 */
const columnsOf = (batch: Batch, t: Translate, lost: boolean): readonly RowColumn<Item>[] => {
  const isLamps = !isOfDevices(batch)
  const reason: RowColumn<Item> = {
    key: 'reason',
    label: M.reason,
    width: 380,
    cell: (item) => {
      const words = reasonWords(item, t)
      return <span title={words}>{words}</span>
    },
  }
  const place: RowColumn<Item> = {
    key: 'place',
    label: M.place,
    width: 120,
    cell: (item) => item.place || <span className="ll-f-none">{'—'}</span>,
  }
  const powers: readonly RowColumn<Item>[] = [
    { key: 'wanted', label: M.wantedW, width: 108, align: 'right', cell: (item) => watts(item.expectedPower) },
    { key: 'measured', label: M.measuredW, width: 120, align: 'right', cell: (item) => watts(item.measuredPower) },
  ]
  return [
    { key: 'lamp', label: isLamps ? M.lamp : I.name, width: 176, cell: (item) => <DeviceName item={item} batch={batch} /> },
    ...(isLamps ? [place] : []),
    { key: 'sn', label: isLamps ? M.sn : I.sn, width: 136, cell: (item) => item.sn },
    { key: 'gateway', label: I.gatewaySn, width: 128, cell: (item) => item.gatewaySn || '—' },
    {
      key: 'state',
      label: M.state,
      width: 124,
      cell: (item) => <StateMark tone={toneOf(item.state)}>{stateWords(item, t)}</StateMark>,
    },
    ...(lost ? [reason] : []),
    rungColumn('sent', M.sent, (item) => item.sentAt),
    rungColumn('received', M.received, (item) => item.receivedAt),
    rungColumn('applied', M.applied, (item) => item.appliedAt),
    rungColumn('verified', M.verified, (item) => item.verifiedAt),
    ...(batch.command === DEVICE_COMMAND ? [] : powers),
    ...(lost ? [] : [reason]),
  ]
}

type FileColumn = readonly [head: Text, cell: (item: Item) => string | number]

/** Downloads the devices of a command as a file: the same rows, with complete times. */
const save = async (batch: Batch, cut: { state: string; sn: string }, t: Translate): Promise<void> => {
  const items = await allItems(batch.id, cut)
  const isLamps = !isOfDevices(batch)
  const place: FileColumn = [M.place, (item) => item.place]
  const powers: readonly FileColumn[] = [
    [M.wantedW, (item) => item.expectedPower],
    [M.measuredW, (item) => item.measuredPower],
  ]
  const columns: readonly FileColumn[] = [
    [isLamps ? M.lamp : I.name, (item) => item.lampName || item.name],
    ...(isLamps ? [place] : []),
    [isLamps ? M.sn : I.sn, (item) => item.sn],
    [I.gatewaySn, (item) => item.gatewaySn],
    [M.state, (item) => stateWords(item, t)],
    [M.queued, (item) => item.queuedAt],
    [M.sent, (item) => item.sentAt],
    [M.received, (item) => item.receivedAt],
    [M.applied, (item) => item.appliedAt],
    [M.verified, (item) => item.verifiedAt],
    [M.returnedAt, (item) => item.returnedAt],
    [I.attempts, (item) => item.attempts],
    ...(batch.command === DEVICE_COMMAND ? [] : powers),
    [M.reason, (item) => reasonWords(item, t)],
  ]
  const rows = items.map((item) => columns.map(([, cell]) => cell(item)))
  saveFile({ blob: csvBlob([columns.map(([head]) => t(head)), ...rows]), name: `command-${batch.id}.csv` })
}

const mayRetry = ({ state }: Item): boolean => state === STATUS.failed || state === STATUS.timedOut

const StateFilter = ({ batch, state, onChange }: { batch: Batch; state: string; onChange: (state: string) => void }) => {
  const t = useT()
  const format = useFormat()
  const { total, queued, ended, failed, timedOut, superseded } = batch
  const choices = [
    ['', M.all, total],
    ['0', STATUS_TEXTS[0], queued],
    ['1', STATUS_TEXTS[1], total - queued - ended],
    ['2', STATUS_TEXTS[2], succeeded(batch)],
    ['4', M.failed, failed],
    ['5', M.timedOut, timedOut],
    ['6', M.superseded, superseded],
  ] as const
  return (
    <div className="ll-batch-filter" role="radiogroup" aria-label={t(M.filter)}>
      {choices
        .filter(([code, , n]) => n > 0 || code === '' || code === state)
        .map(([code, words, n]) => (
          // biome-ignore lint/a11y/useSemanticElements: a chip that is pressed, not a form field
          <button key={code} type="button" role="radio" aria-checked={code === state} onClick={() => onChange(code)}>
            {t(words)} <b>{format.number(Math.max(0, n))}</b>
          </button>
        ))}
    </div>
  )
}

/** Table of a command's devices: the times of their rungs, expected and measured power, and the reason of a failure. */
export const BatchItems = ({ batch }: { readonly batch: Batch }) => {
  const t = useT()
  const format = useFormat()
  const canRetry = usePermission('commandrecord_retry')
  const { query, rows, page, filter, isFiltered, setFilter, clear } = useItems(batch.id)
  const { state, sn } = filter
  const selection = useChosenRows(rows, ({ deviceId }) => deviceId, filter)
  const setSn = (next: string) => setFilter({ sn: next.trim() })
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const n = format.number(selection.rows.size)
  const download = (): void => {
    setSaving(true)
    save(batch, filter, t)
      .catch(() => notify.error(M.exportMissing))
      .finally(() => setSaving(false))
  }
  return (
    <section className="ll-batch-items" aria-label={t(M.devices)}>
      <div className="ll-batch-tools">
        <StateFilter batch={batch} state={state} onChange={(next) => setFilter({ state: next })} />
        <input
          type="search"
          className="ll-f-input ll-batch-find"
          placeholder={t(M.findSn)}
          aria-label={t(M.findSn)}
          defaultValue={sn}
          onKeyDown={(event) => event.key === 'Enter' && setSn(event.currentTarget.value)}
          onBlur={(event) => event.currentTarget.value.trim() !== sn && setSn(event.currentTarget.value)}
        />
        <button type="button" className="ll-button" disabled={saving} aria-busy={saving} onClick={download}>
          <Icon name="download" size={16} />
          {t(M.export)}
        </button>
      </div>
      <RowsBar selection={selection} nameOf={(item) => item.name || item.sn}>
        <button type="button" className="ll-button" onClick={() => setAsking(true)}>
          {t(M.retryChosen, { n })}
        </button>
      </RowsBar>
      <PagedTable
        query={query}
        page={page}
        empty={
          <Empty text={t(M.noItems)}>
            {isFiltered && (
              <button type="button" className="ll-button" onClick={clear}>
                {t(M.clearFilter)}
              </button>
            )}
          </Empty>
        }
        columns={columnsOf(batch, t, ['4', '5', '6'].includes(state))}
        rows={rows}
        label={t(M.devices)}
        keyOf={(item) => item.deviceId}
        {...(canRetry && retryable(batch) > 0 && { selection, fixed: (item: Item) => !mayRetry(item) })}
      />
      {asking && (
        <RetryDialog
          batch={batch}
          ids={[...selection.rows.keys()]}
          onClose={() => setAsking(false)}
          onSent={() => {
            selection.clear()
            setAsking(false)
          }}
        />
      )}
    </section>
  )
}
