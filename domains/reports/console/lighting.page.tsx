import { Empty, PageHeader, type RecordOf, Segments, useFormat, useT } from '@lamplight/console-kit'
import { ChoiceFilter, FieldsHost, PagedTable, type RowColumn, TextFilter } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { LIGHT_CAUSES, LIGHT_STATES, NIGHT_RESULTS } from '../model/texts/light.ts'
import type { lightHistory, lightStatus } from '../server/lighting.handler.ts'
import { P } from './page.messages.ts'
import { PlaceFilters } from './parts.tsx'
import { type Place, useCall, usePlace } from './use-call.ts'

const STATE_TONES = { 1: 'lit', 2: 'neutral', 3: 'bad', 4: 'neutral', 5: 'neutral' } as const
type Night = RecordOf<typeof lightHistory>
const RESULT_TONES = { 1: 'good', 2: 'warn', 3: 'bad', 4: 'neutral' } as const

const SnFilter = ({ place }: { readonly place: Place }) => (
  <TextFilter label={P.sn} value={place.filter.sn ?? ''} max={64} onChange={(sn) => place.set({ sn })} />
)

const Now = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { unit } = useFormat()
  const { startDate: _start, endDate: _end, tab: _tab, result: _result, ...wanted } = place.wanted
  const query = useCall<typeof lightStatus>(
    'blade-report/lighting/status/list',
    { ...wanted, current: place.current, size: place.size },
    place.active,
  )
  const columns: readonly RowColumn<RecordOf<typeof lightStatus>>[] = [
    { key: 'sn', label: P.number, width: 180, cell: ({ sn }) => sn },
    { key: 'name', label: P.name, width: 180, cell: ({ name }) => name },
    { key: 'area', label: P.area, width: 150, cell: ({ areaName }) => areaName },
    {
      key: 'state',
      label: P.state,
      width: 120,
      cell: ({ state, stateName }) => <StateMark tone={STATE_TONES[state as 1] ?? 'neutral'}>{stateName}</StateMark>,
    },
    { key: 'dim', label: P.level, width: 90, align: 'right', cell: ({ dim }) => unit(dim, '%') },
    { key: 'power', label: P.power, width: 100, align: 'right', cell: ({ power }) => unit(power, 'W', 1) },
    { key: 'since', label: P.since, width: 180, cell: ({ since }) => since },
    { key: 'cause', label: P.cause, width: 150, cell: ({ causeName }) => causeName },
    { key: 'until', label: P.until, width: 180, cell: ({ until }) => until },
  ]
  return (
    <>
      <PlaceFilters place={place} timed={false}>
        <SnFilter place={place} />
        <ChoiceFilter
          label={P.state}
          value={place.filter.state ?? ''}
          all={P.all}
          options={LIGHT_STATES}
          onChange={(state) => place.set({ state })}
        />
        <ChoiceFilter
          label={P.cause}
          value={place.filter.cause ?? ''}
          all={P.all}
          options={LIGHT_CAUSES}
          onChange={(cause) => place.set({ cause })}
        />
      </PlaceFilters>
      <PagedTable
        query={query}
        page={{ current: place.current, size: place.size, total: query.data?.total ?? 0, onChange: place.turn }}
        empty={<Empty text={t(P.none)} />}
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(P.lighting)}
        keyOf={({ deviceId }) => deviceId}
      />
    </>
  )
}

const Nights = ({ place }: { readonly place: Place }) => {
  const t = useT()
  const { unit } = useFormat()
  const { tab: _tab, state: _state, cause: _cause, ...wanted } = place.wanted
  const query = useCall<typeof lightHistory>(
    'blade-report/lighting/status/history',
    { ...wanted, current: place.current, size: place.size },
    place.active,
  )
  const minutes = (key: 'dueMinutes' | 'litMinutes' | 'darkMinutes' | 'unknownMinutes', label: Text): RowColumn<Night> => ({
    key,
    label: [`${label[0]} (min)`, `${label[1]} (min)`] as const,
    width: 120,
    align: 'right' as const,
    cell: (row) => unit(row[key], 'min'),
  })
  const columns: readonly RowColumn<Night>[] = [
    { key: 'night', label: P.night, width: 120, cell: ({ night }) => night },
    { key: 'sn', label: P.number, width: 180, cell: ({ sn }) => sn },
    { key: 'name', label: P.name, width: 170, cell: ({ name }) => name },
    { key: 'area', label: P.area, width: 140, cell: ({ areaName }) => areaName },
    {
      key: 'result',
      label: P.result,
      width: 150,
      cell: ({ result, resultName }) => <StateMark tone={RESULT_TONES[result as 1] ?? 'neutral'}>{resultName}</StateMark>,
    },
    { key: 'rate', label: P.lightRate, width: 100, align: 'right', cell: ({ rate }) => unit(rate, '%', 1) },
    minutes('dueMinutes', P.due),
    minutes('litMinutes', P.lit),
    minutes('darkMinutes', P.dark),
    minutes('unknownMinutes', P.unknown),
  ]
  return (
    <>
      <PlaceFilters place={place}>
        <SnFilter place={place} />
        <ChoiceFilter
          label={P.result}
          value={place.filter.result ?? ''}
          all={P.all}
          options={NIGHT_RESULTS}
          onChange={(result) => place.set({ result })}
        />
      </PlaceFilters>
      <PagedTable
        query={query}
        page={{ current: place.current, size: place.size, total: query.data?.total ?? 0, onChange: place.turn }}
        empty={<Empty text={t(P.none)} />}
        columns={columns}
        rows={query.data?.records ?? []}
        label={t(P.nights)}
        keyOf={({ id }) => id}
      />
    </>
  )
}

const Lighting = () => {
  const t = useT()
  const place = usePlace(['areaId', 'sn', 'state', 'cause', 'result', 'tab'])
  const tab = place.filter.tab === 'nights' ? 'nights' : 'now'
  return (
    <div className="ll-r-page ll-report">
      <PageHeader title={t(P.lighting)} about={t(P.lightingAbout)} />
      <Segments
        label={t(P.period)}
        value={tab}
        options={[
          { value: 'now', label: t(P.nowTab) },
          { value: 'nights', label: t(P.nights) },
        ]}
        onChange={(next) => place.set({ tab: next === 'now' ? '' : next })}
      />
      {tab === 'now' ? <Now place={place} /> : <Nights place={place} />}
    </div>
  )
}

/** Lighting status of lamps, now and by night (city.lighting). */
export const LightingPage = () => (
  <FieldsHost>
    <Lighting />
  </FieldsHost>
)
