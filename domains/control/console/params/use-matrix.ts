import { type AnswerOf, api, type RecordOf, useStateOf, useTab } from '@lamplight/console-kit'
import type { ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { matrixRoute, sendRoute, spreadRoute } from '../../server/params/param-page.handler.ts'
import { mapChoice } from '../command/map-choice.ts'
import { allFamilies } from './families.ts'
import type { ParamValues } from './param-words.ts'
import type { Spread } from './spread.ts'
import { DRIFT_KEY } from './use-drift-count.ts'
import { conditions } from './use-param-page.ts'

const SIZE = 50
export const MATRIX_SIZES = [SIZE, 100, 200, 1000]
const EVERY_MS = 5000
const FIELDS = ['groupId', 'projectId', 'areaId', 'keyword', 'drift', 'reportedId'] as const

export type MatrixFilter = Readonly<Record<(typeof FIELDS)[number], string>>
/** A device in the answer of `blade-city/param/matrix`. */
export type MatrixRow = RecordOf<typeof matrixRoute>
/** `value`: all fields. `changes`: only the fields to change; each device keeps its other fields. */
export interface SetInput {
  readonly value?: ParamValues
  readonly changes?: ParamValues
}

/** State of the page 参数下发. The address of the tab holds family, filter and page; the serial numbers are too many for it. */
export const useMatrix = () => {
  const { query: place, setQuery } = useTab()
  const [sns, setSns] = useState<readonly string[] | null>(null)
  const onMap = useStateOf(mapChoice)
  const { data: families = [] } = useQuery({ queryKey: ['control.families'], queryFn: allFamilies, staleTime: Number.POSITIVE_INFINITY })
  const family = families.find(({ name }) => name === place.family) ?? families[0]
  const filter = Object.fromEntries(FIELDS.map((field) => [field, place[field] ?? ''])) as unknown as MatrixFilter
  const current = Math.max(1, Number(place.current) || 1)
  const size = MATRIX_SIZES.includes(Number(place.size)) ? Number(place.size) : SIZE
  const { reportedId: _, drift: _drift, ...devices } = filter
  const target = { family: family?.name, ...(sns && { sns }), ...(onMap && { ids: onMap }) }
  const list = { ...target, ...conditions(filter), ...(filter.drift && { drift: 1 }) }
  const options = { enabled: family !== undefined, placeholderData: keepPreviousData, refetchInterval: EVERY_MS }
  const rows = useQuery({
    ...options,
    queryKey: [DRIFT_KEY, 'matrix', list, current, size],
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof matrixRoute>>('blade-city/param/matrix', { body: { ...list, current, size }, signal, quiet: true }),
  })
  // The spread is that of all chosen devices: its values are filters of the list.
  const all = { ...target, ...conditions(devices) }
  const spread = useQuery({
    ...options,
    queryKey: [DRIFT_KEY, 'spread', all],
    queryFn: ({ signal }) => api.post<AnswerOf<typeof spreadRoute>>('blade-city/param/spread', { body: all, signal, quiet: true }),
  })
  const affected = useQuery({
    ...options,
    enabled: options.enabled && (filter.drift !== '' || filter.reportedId !== ''),
    queryKey: [DRIFT_KEY, 'spread', list],
    queryFn: ({ signal }) => api.post<AnswerOf<typeof spreadRoute>>('blade-city/param/spread', { body: list, signal, quiet: true }),
  })
  return {
    families,
    family,
    filter,
    sns,
    onMap,
    current,
    size,
    rows,
    spread: spread.data,
    /** Conditions that choose all rows of the list. */
    chosen: list,
    /** What an operation on all rows of the list affects. */
    affected: filter.drift || filter.reportedId ? affected.data : spread.data,
    isFiltered: Object.keys(conditions(filter)).length > 0 || sns !== null || onMap !== null,
    setFamily: (name: string) => setQuery({ family: name, reportedId: '', current: '' }),
    setFilter: (changed: Partial<MatrixFilter>) => setQuery({ ...changed, current: '' }),
    setPage: (page: { current: number; size: number }) =>
      setQuery({ current: page.current > 1 ? page.current : '', size: page.size === SIZE ? '' : page.size }),
    setSns: (serials: readonly string[] | null) => {
      setSns(serials)
      setQuery({ current: '', reportedId: '' })
    },
    /** Saves the selected rows, or all rows of the list, as a workbook. */
    save: (ids: readonly string[] | null) =>
      api.download(
        'blade-city/param/matrix/export',
        {},
        { method: 'POST', body: { ...list, ...(ids && { ids }) }, name: 'parameters.xlsx' },
      ),
    /** Sends an operation to `ids`, or to all rows of the list. `input`: the fields of the operation `set`. */
    send: async (of: ParamFamilyDefinition, op: ParamOp, ids: readonly string[] | null, input: SetInput = {}) =>
      (
        await api.post<AnswerOf<typeof sendRoute>>('blade-city/param/send', {
          body: { ...(ids ? { family: of.name, ids } : list), op, ...input },
          quiet: op === 'set',
        })
      ).batches,
  }
}
export type Matrix = ReturnType<typeof useMatrix>

/** What an operation on the selected rows affects. */
export const spreadOfRows = (rows: readonly MatrixRow[]): Spread => ({
  devices: rows.length,
  gateways: new Set(rows.flatMap(({ gatewayId }) => gatewayId || [])).size,
  offline: rows.filter(({ gatewayId, gatewayOnline }) => gatewayId && gatewayOnline === 0).length,
  noGateway: rows.filter(({ gatewayName }) => !gatewayName).length,
  notActivated: 0,
  firstWave: 0,
  missing: 0,
  missingSns: [],
  values: [],
  reported: rows.filter(({ reported }) => reported).length,
  drifted: rows.filter(({ drift }) => drift === 1).length,
})
