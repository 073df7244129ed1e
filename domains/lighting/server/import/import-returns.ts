import { A, type AnswerOf } from '@lamplight/server-kit'

/** Result of the undo, or null. */
const UndoReturns = A.of({
  lamps: A.maybe(A.int),
  controllers: A.maybe(A.int),
  posts: A.maybe(A.int),
  cabinets: A.maybe(A.int),
  areas: A.maybe(A.int),
  restored: A.maybe(A.int),
  edited: A.maybe(A.int),
  commanded: A.maybe(A.int),
  notRestored: A.maybe(A.int),
})
const RECORD = {
  id: A.id,
  uploadId: A.id,
  fileName: A.text,
  size: A.int,
  phase: A.text,
  status: A.int,
  done: A.int,
  total: A.int,
  successNum: A.int,
  failNum: A.int,
  added: A.int,
  changed: A.int,
  unchanged: A.int,
  cabinets: A.int,
  areas: A.int,
  posts: A.int,
  projectId: A.id,
  areaId: A.id,
  groupId: A.id,
  createTime: A.time,
  endTime: A.time,
  createUser: A.id,
  createUserName: A.text,
  reason: A.text,
  notes: A.list(A.text),
  undo: UndoReturns,
}
export const FailedReturns = A.named('ImportFailure', A.of({ row: A.int, reason: A.text, values: A.map(A.any) }))
/** Schema of the answer of `recordOf`. */
export const ImportRecord = A.named('ImportRecord', A.of(RECORD))
export const ImportStatus = A.named('ImportStatus', A.of({ ...RECORD, failures: A.list(FailedReturns) }))
const place = A.list(A.number)
const text = A.nullable(A.text)
const [maybeText, maybeNumber] = [A.maybe(text), A.maybe(A.nullable(A.number))]
/** A row of a preview; a controller has no number, power or post. */
const ShownReturns = A.of({
  row: A.int,
  fate: A.oneOf(...['added', 'changed', 'unchanged'].map(A.is)),
  name: A.text,
  lng: A.nullable(A.number),
  lat: A.nullable(A.number),
  cabinet: text,
  district: text,
  key: A.maybe(A.text),
  keyed: A.maybe(A.yes),
  /** Number of the lamp in the file; null: the platform assigns one. */
  number: maybeText,
  sn: A.maybe(A.text),
  post: A.maybe(A.text),
  postNumber: maybeText,
  power: maybeNumber,
  lampType: maybeText,
  height: maybeNumber,
  street: maybeText,
  controllerSn: maybeText,
})
/** Schema of the answer of `previewOf`; `first`: the first rows with their effect. */
export const PreviewReturns = A.named(
  'ImportPreview',
  A.of({
    /** Number of rows in the file. */
    rows: A.int,
    added: A.int,
    changed: A.int,
    unchanged: A.int,
    failed: A.int,
    /** Number of proposed lamps along lit ways, which the user may confirm. */
    proposed: A.int,
    noPower: A.int,
    /** Posts that the import would make. */
    posts: A.int,
    cabinets: A.int,
    areas: A.int,
    /** Number of names without an existing cabinet or area. */
    newCabinets: A.int,
    newAreas: A.int,
    first: A.list(ShownReturns),
    failures: A.list(A.of({ row: A.int, kind: A.text, reason: A.text, values: A.map(A.text), at: A.nullable(place) })),
    /** Sums of the file's rows (`fileLamps`, `fileKw`) and of the import (`lamps`, `kw`); not for controllers. */
    fileLamps: A.maybe(A.int),
    fileKw: A.maybe(A.number),
    lamps: A.maybe(A.int),
    kw: A.maybe(A.number),
    notes: A.list(A.text),
    question: text,
  }),
)
/** Result of inspecting a file: columns, first rows, and the reason for each detected meaning. */
const InspectionReturns = A.of({
  format: A.text,
  sheets: A.list(A.text),
  rows: A.of({ count: A.int, exact: A.yes }),
  litWays: A.int,
  columns: A.list(
    A.of({
      name: A.text,
      type: A.text,
      filled: A.number,
      samples: A.list(A.text),
      kinds: A.maybe(A.list(A.of({ value: A.text, rows: A.int }))),
    }),
  ),
  sample: A.list(A.of({ row: A.int, cells: A.list(A.text), point: A.nullable(place) })),
  guesses: A.list(A.of({ about: A.text, column: text, confidence: A.number, reason: A.text })),
  notes: A.list(A.text),
  /** Question if the places are at sea or far from known lamps. */
  question: text,
  /** Grids to choose from if the file has metres and does not name their grid, with the place where the middle of the file would lie. */
  grids: A.list(A.of({ epsg: A.int, name: A.text, order: A.text, lng: A.number, lat: A.number })),
})
/** How the columns are read, as `preview` accepts it in `mapping`, and the settings for reading the file. */
const MappingReturns = A.of({
  encoding: text,
  separator: text,
  sheet: text,
  headerRow: A.nullable(A.int),
  columns: A.map(A.list(A.text)),
  place: A.of({ source: A.text, form: A.text, order: A.text, epsg: A.maybe(A.nullable(A.int)) }),
  lengthUnit: A.text,
  powerUnit: A.maybe(A.text),
  rules: A.maybe(A.list(A.of({ column: A.text, values: A.list(A.text), as: A.text }))),
  lampTypes: A.maybe(A.map(A.text)),
  nearby: A.maybe(A.text),
})
/** Schema of the answer of `detailOf`. */
export const ImportDetail = A.named(
  'ImportDetail',
  A.of({
    ...RECORD,
    remembered: A.yes,
    spacing: A.nullable(A.number),
    inspection: A.nullable(InspectionReturns),
    mapping: A.nullable(MappingReturns),
    preview: A.nullable(PreviewReturns),
  }),
)
export type ImportRecordAnswer = AnswerOf<typeof ImportRecord>
export type ImportDetailAnswer = AnswerOf<typeof ImportDetail>
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
