import { type AnswerOf, api, type RecordOf, useStateOf } from '@lamplight/console-kit'
import { useRowsPlace } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { matrixRoute, sendRoute, spreadRoute } from '../../server/params/param-page.handler.ts'
import { mapChoice } from '../command/map-choice.ts'
import { allFamilies } from './families.ts'
import type { ParamValues } from './param-words.ts'
import type { Spread } from './spread.ts'
import { DRIFT_KEY, PARAMS_EVERY_MS } from './use-drift-count.ts'

const SIZE = 50
export const MATRIX_SIZES = [SIZE, 100, 200, 1000]
const FIELDS = ['groupId', 'projectId', 'areaId', 'keyword', 'drift', 'reportedId'] as const

/** A device in the answer of `blade-city/param/matrix`. */
export type MatrixRow = RecordOf<typeof matrixRoute>
/** `value`: all fields. `changes`: only the fields to change; each device keeps its other fields. */
export interface SetInput {
  readonly value?: ParamValues
  readonly changes?: ParamValues
}

/** State of the page 参数下发. The address of the tab holds family, filter and page; the serial numbers are too many for it. */
export const useMatrix = () => {
  const at = useRowsPlace(FIELDS, SIZE, MATRIX_SIZES)
  const { place, setQuery, filter, wanted, current, size } = at
  const [sns, setSns] = useState<readonly string[] | null>(null)
  const onMap = useStateOf(mapChoice)
  const { data: families = [] } = useQuery({ queryKey: ['control.families'], queryFn: allFamilies, staleTime: Number.POSITIVE_INFINITY })
  const family = families.find(({ name }) => name === place.family) ?? families[0]
  const { reportedId: _, drift: _drift, ...devices } = wanted
  const target = { family: family?.name, ...(sns && { sns }), ...(onMap && { ids: onMap }) }
  const list = { ...target, ...wanted, ...(filter.drift && { drift: 1 }) }
  const options = { enabled: family !== undefined, placeholderData: keepPreviousData, refetchInterval: PARAMS_EVERY_MS }
  const rows = useQuery({
    ...options,
    queryKey: [DRIFT_KEY, 'matrix', list, current, size],
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof matrixRoute>>('blade-city/param/matrix', { body: { ...list, current, size }, signal, quiet: true }),
  })
  // The spread is that of all chosen devices: its values are filters of the list.
  const all = { ...target, ...devices }
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
    isFiltered: at.isFiltered || sns !== null || onMap !== null,
    setFamily: (name: string) => setQuery({ family: name, reportedId: '', current: '' }),
    setFilter: at.setFilter,
    setPage: at.turn,
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
