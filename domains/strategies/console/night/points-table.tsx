import type { Night } from '@lamplight/calendar'
import { Icon, useFormat, useT } from '@lamplight/console-kit'
import { ItemNotes } from '@lamplight/console-kit/form'
import { type RowColumn, RowTable } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { itemNoteId } from '@lamplight/fields/view'
import type { Fields } from '@lamplight/kit'
import { AFTER_ON, CLOCK, ENTRY_FIELDS, type StoredEntry, TRIGGERS } from '../../model/strategy-fields.ts'
import { SmallNumber, SmallTime, Weekdays } from '../small-inputs.tsx'
import { S } from '../strategies.messages.ts'
import { isClock, isSensor } from './night-scale.ts'

interface Props {
  readonly entries: readonly StoredEntry[]
  readonly night: Night
  readonly idPrefix: string
  readonly faulty: ReadonlySet<number>
  readonly onChange: (entries: readonly StoredEntry[], group: string | null) => void
  readonly onSettle: () => void
  readonly onSelect: (index: number | null) => void
}
interface Point {
  readonly index: number
  readonly entry: StoredEntry
}

/** A switch point with another trigger keeps its place in the shown night as well as it can. */
const withTrigger = (entry: StoredEntry, trigger: number, shownAt: string): StoredEntry => ({
  trigger,
  level: entry.level,
  head: entry.head ?? null,
  weekdays: entry.weekdays ?? null,
  ramp: entry.ramp ?? null,
  ...(trigger === CLOCK ? { time: entry.time ?? shownAt } : {}),
  ...(trigger !== CLOCK && !isSensor({ trigger }) && { offset: isSensor(entry) || isClock(entry) ? 0 : (entry.offset ?? 0) }),
  ...(isSensor({ trigger }) && { lux: trigger === 6 ? 30 : 60, earliest: -30, latest: 30 }),
})
/** The offset of a switch point has a narrower range than its field: around a sun time, or after the first light. */
const OFFSETS = {
  sunOffset: f.int({ label: ['日出日落偏移', 'Offset from the sun'], unit: 'min', min: -180, max: 180 }),
  lightOffset: f.int({ label: ['亮灯后偏移', 'Offset after the first light'], unit: 'min', min: 0, max: 1440 }),
} as const
const offsetOf = ({ trigger }: StoredEntry): keyof typeof OFFSETS => (trigger === AFTER_ON ? 'lightOffset' : 'sunOffset')

/** Fields whose limits stand below the table: those of inputs that it shows. */
const notedFields = (entries: readonly StoredEntry[]): Fields => {
  const offsets = new Set(entries.filter((entry) => !isClock(entry) && !isSensor(entry)).map(offsetOf))
  const { level, ramp, lux, earliest, latest } = ENTRY_FIELDS
  return {
    ...Object.fromEntries([...offsets].map((name) => [name, OFFSETS[name]])),
    level,
    ramp,
    ...(entries.some(isSensor) ? { lux, earliest, latest } : {}),
  }
}
const HEADS = { 0: S.all, 1: S.main, 2: S.auxiliary } as const

/** The switch points as a form: the same as the timeline, for exact values and for those that it does not show. */
export const PointsTable = ({ entries, night, idPrefix, faulty, onChange, onSettle, onSelect }: Props) => {
  const t = useT()
  const format = useFormat()
  const shownAt = (index: number): number | undefined => night.instants.find(({ entry }) => entry === index)?.at
  const noteId = (name: string): string => itemNoteId(`${idPrefix}-points`, name)
  const label = (index: number, what: string): string => `${t(S.point, { n: index + 1 })} ${what}`
  const set = (index: number, change: Partial<StoredEntry>, name: string): void =>
    onChange(entries.with(index, { ...(entries[index] as StoredEntry), ...change }), `${name} ${index}`)
  const columns: readonly RowColumn<Point>[] = [
    {
      key: 'trigger',
      label: S.trigger,
      width: 160,
      least: 124,
      cell: ({ index, entry }) => (
        <span className="ll-st-first" data-faulty={faulty.has(index) || undefined}>
          <select
            id={`${idPrefix}-${index}`}
            className="ll-f-input"
            aria-label={label(index, t(S.trigger))}
            value={entry.trigger}
            onFocus={() => onSelect(index)}
            onChange={({ target }) => {
              const at = shownAt(index)
              const clock = at === undefined ? '22:00' : format.time(at, 'clock')
              onChange(entries.with(index, withTrigger(entry, Number(target.value), clock)), null)
            }}
          >
            {Object.entries(TRIGGERS).map(([trigger, word]) => (
              <option key={trigger} value={trigger}>
                {t(word)}
              </option>
            ))}
          </select>
        </span>
      ),
    },
    {
      key: 'when',
      label: S.when,
      width: 130,
      least: 104,
      cell: ({ index, entry }) => {
        if (isSensor(entry)) return <span className="ll-f-none">—</span>
        if (isClock(entry))
          return (
            <SmallTime
              label={label(index, t(S.time))}
              value={entry.time ?? ''}
              onChange={(time) => set(index, { time }, 'time')}
              onBlur={onSettle}
            />
          )
        const name = offsetOf(entry)
        const { min, max } = OFFSETS[name].options
        return (
          <SmallNumber
            label={label(index, t(S.offset))}
            min={min}
            max={max}
            unit="min"
            describedBy={noteId(name)}
            value={entry.offset ?? 0}
            onChange={(offset) => set(index, { offset }, 'offset')}
            onBlur={onSettle}
          />
        )
      },
    },
    {
      key: 'level',
      label: S.level,
      width: 104,
      cell: ({ index, entry }) => (
        <SmallNumber
          label={label(index, t(S.level))}
          min={0}
          max={100}
          unit="%"
          describedBy={noteId('level')}
          value={entry.level ?? 0}
          onChange={(level) => set(index, { level }, 'level')}
          onBlur={onSettle}
        />
      ),
    },
    {
      key: 'at',
      label: S.tonightAt,
      width: 70,
      cell: ({ index }) => {
        const at = shownAt(index)
        return at === undefined ? <span className="ll-f-none">—</span> : <span className="ll-f-number">{format.time(at, 'clock')}</span>
      },
    },
    {
      key: 'head',
      label: S.head,
      width: 96,
      cell: ({ index, entry }) => (
        <select
          className="ll-f-input"
          aria-label={label(index, t(S.head))}
          value={entry.head ?? 0}
          onChange={({ target }) => set(index, { head: Number(target.value) || null }, 'head')}
        >
          {Object.entries(HEADS).map(([head, word]) => (
            <option key={head} value={head}>
              {t(word)}
            </option>
          ))}
        </select>
      ),
    },
    {
      key: 'weekdays',
      label: S.weekdays,
      width: 216,
      cell: ({ index, entry }) => (
        <Weekdays
          label={label(index, t(S.weekdays))}
          value={entry.weekdays}
          onChange={(weekdays) => set(index, { weekdays }, 'weekdays')}
        />
      ),
    },
    {
      key: 'ramp',
      label: S.ramp,
      width: 104,
      cell: ({ index, entry }) => (
        <SmallNumber
          label={label(index, t(S.ramp))}
          min={0}
          max={3600}
          unit="s"
          describedBy={noteId('ramp')}
          value={entry.ramp ?? 0}
          onChange={(ramp) => set(index, { ramp: ramp || null }, 'ramp')}
          onBlur={onSettle}
        />
      ),
    },
    {
      key: 'sensor',
      label: S.sensor,
      width: 320,
      cell: ({ index, entry }) =>
        isSensor(entry) ? (
          <span className="ll-st-window">
            <SmallNumber
              label={label(index, t(S.lux))}
              min={1}
              max={5000}
              unit="lx"
              describedBy={noteId('lux')}
              value={entry.lux ?? 30}
              onChange={(lux) => set(index, { lux }, 'lux')}
              onBlur={onSettle}
            />
            {(['earliest', 'latest'] as const).map((end) => (
              <SmallNumber
                key={end}
                label={label(index, t(S[end]))}
                min={-180}
                max={180}
                unit="min"
                describedBy={noteId(end)}
                value={entry[end] ?? (end === 'earliest' ? -30 : 30)}
                onChange={(minutes) => set(index, { [end]: minutes }, end)}
                onBlur={onSettle}
              />
            ))}
          </span>
        ) : (
          <span className="ll-f-none">—</span>
        ),
    },
    {
      key: 'remove',
      label: ['删除', 'Remove'],
      width: 70,
      isPinned: true,
      cell: ({ index }) => (
        <button
          type="button"
          className="ll-button ll-r-quiet"
          aria-label={t(S.removePoint, { n: index + 1 })}
          title={t(S.removePoint, { n: index + 1 })}
          onClick={() => {
            onSelect(null)
            onChange(entries.toSpliced(index, 1), null)
          }}
        >
          <Icon name="trash" size={16} />
        </button>
      ),
    },
  ]
  const rows = entries.map((entry, index): Point => ({ entry, index }))
  // Columns of a kind that no switch point has would only widen the table.
  const shown = columns.filter(({ key }) => key !== 'sensor' || entries.some(isSensor))
  const first = entries.length === 0
  return (
    <div className="ll-st-card ll-st-points">
      <header>
        <h2>{t(S.entries)}</h2>
        <button
          type="button"
          className="ll-button ll-button--small"
          onClick={() => {
            const added: StoredEntry = first ? { trigger: 2, offset: 0, level: 100 } : { trigger: CLOCK, time: '22:00', level: 50 }
            onChange([...entries, added], null)
            onSelect(entries.length)
          }}
        >
          <Icon name="plus" size={16} />
          {t(S.addPoint)}
        </button>
      </header>
      {first ? (
        <p className="ll-st-hint">{t(S.noPoints)}</p>
      ) : (
        <>
          <RowTable columns={shown} rows={rows} label={t(S.entries)} keyOf={({ index }) => String(index)} />
          <ItemNotes id={`${idPrefix}-points`} fields={notedFields(entries)} />
        </>
      )}
    </div>
  )
}
