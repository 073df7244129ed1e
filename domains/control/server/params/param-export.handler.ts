import { type Field, type Lang, type ParamFamilyDefinition, pick, type Text, unitSymbol } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { A, chunksOf, exportFile, formatIn, type Route, type RouteInput, route, T, XLSX_TYPE } from '@lamplight/server-kit'
import { PARAM_HEADS, SECRET_WORDS } from '../../model/index.ts'
import { valueWords } from '../calls/commands.port.ts'
import { createReader, inputOf } from '../calls/wire-input.ts'
import { MATRIX_BODY, type MatrixRow, matrixColumns, wireMatrix } from './param-page.handler.ts'
import { shownValue } from './param-secrets.ts'
import { chosenDevices, TARGET } from './param-target.ts'

const PATH = 'blade-city/param/matrix/export'
const MOST_DEVICES = 200_000
const SIDES: readonly Text[] = [
  ['期望值', 'wanted'],
  ['上报值', 'reported'],
  ['偏离', 'differs'],
]
const YES_NO: readonly [Text, Text] = [
  ['否', 'no'],
  ['是', 'yes'],
]

const cellOf = (field: Field, value: unknown, lang: Lang): unknown => {
  if (value === undefined || value === null) return ''
  if (field.kind === 'secret') return pick(SECRET_WORDS[String(value)] ?? ['', ''], lang)
  const { values } = field.options as { readonly values?: Readonly<Record<string, Text>> }
  return typeof value === 'number' && !values ? value : pick(valueWords(field, value), lang)
}

/** Columns of the fields: wanted and reported value, and whether they differ; those that only devices report have one. */
const fieldHeads = ({ fields, reads = {} }: ParamFamilyDefinition, lang: Lang): string[] => {
  const name = ({ options }: Field): string => {
    const { unit } = options as { readonly unit?: string }
    return `${pick(options.label, lang)}${unit ? ` (${unitSymbol(unit)})` : ''}`
  }
  return [
    ...Object.values(fields).flatMap((field) => SIDES.map((side) => `${name(field)} · ${pick(side, lang)}`)),
    ...Object.values(reads).map((field) => `${name(field)} · ${pick(SIDES[1] as Text, lang)}`),
  ]
}
const fieldCells = (
  { fields, reads = {} }: ParamFamilyDefinition,
  { wanted, reported, raw }: { readonly wanted: ParamValue | null; readonly reported: ParamValue | null; readonly raw: MatrixRow },
  lang: Lang,
): unknown[] => [
  ...Object.entries(fields).flatMap(([name, field]) => {
    const [one, other] = [raw.wanted?.[name], raw.reported?.[name]]
    const differs = one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)
    const known = raw.wanted !== null && other !== undefined
    return [
      field.kind === 'secret' ? '' : cellOf(field, wanted?.[name], lang),
      cellOf(field, reported?.[name], lang),
      known ? pick(YES_NO[differs ? 1 : 0], lang) : '',
    ]
  }),
  ...Object.entries(reads).map(([name, field]) => cellOf(field, reported?.[name], lang)),
]

const exported = async ({ ctx, query, body, reply }: RouteInput) => {
  const input = inputOf(query, body)
  const { format: wanted, ...target } = input
  const format = formatIn(wanted ?? 'xlsx')
  const { family, from, params } = await chosenDevices(ctx, createReader(target, ctx))
  const ids = await ctx.query<{ id: string }>(`select r.device_id::text as id ${from} order by r.sn, r.device_id limit ${MOST_DEVICES}`, [
    ...params,
  ])
  const rowsOf = (chunk: readonly { readonly id: string }[]) =>
    ctx.query<MatrixRow>(
      `select ${matrixColumns(ctx)} ${from} and r.device_id = any($${params.length + 1}::bigint[]) order by r.sn, r.device_id`,
      [...params, chunk.map(({ id }) => id)],
    )
  return exportFile(
    {
      path: PATH,
      query: input,
      code: 'parameters',
      label: family.label,
      jobTitle: family.label,
      words: [pick(family.label, ctx.lang)],
      format,
      heads: [...Object.values(PARAM_HEADS).map((head) => pick(head, ctx.lang)), ...fieldHeads(family, ctx.lang)],
      total: ids.length,
      chunks: chunksOf(ids),
      linesOf: async (chunk) =>
        (await rowsOf(chunk)).map((raw) => {
          const { sn, name, typeName, areaName, gatewayName, statusName, reason, wantedAt, reportedAt } = wireMatrix(raw, family, ctx)
          const values = { wanted: raw.wanted, reported: shownValue(family, raw.reported, raw.wanted), raw }
          const state = [statusName, reason].filter(Boolean).join(pick(['：', ': '], ctx.lang))
          return [sn, name, typeName, areaName, gatewayName, state, wantedAt, reportedAt, ...fieldCells(family, values, ctx.lang)]
        }),
    },
    { ctx, reply },
  )
}

const FORMAT = { format: T.Optional(T.String({ description: 'xlsx, csv' })) }
const shared = {
  path: `/api/${PATH}`,
  summary: ['导出设备参数', 'Export wanted and reported values of devices'],
  permission: 'deviceparams_export',
  checksItself: true,
  answers: 'raw',
  returns: A.file('text/csv', XLSX_TYPE),
  handler: exported,
} as const

/**
 * Exports the table of the page 参数下发: wanted and reported value of each field of each device, and whether they differ. The list of jobs downloads
 * a finished file by GET. A sheet of serial numbers is too long for a URL, so the same export also exists as POST.
 */
export const paramExportRoutes: readonly Route[] = [
  route({ ...shared, method: 'GET', example: { query: { family: 'timeOffset' } }, query: T.Object({ ...TARGET, ...FORMAT }) }),
  route({
    ...shared,
    method: 'POST',
    example: { body: MATRIX_BODY },
    body: T.Object({ ...TARGET, ...FORMAT }),
    bodyLimit: 4 * 1024 * 1024,
  }),
]
