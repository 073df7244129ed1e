import { A } from '@lamplight/server-kit'

const RECORD = {
  ...{ id: A.id, uploadId: A.id, fileName: A.text, size: A.int, phase: A.text, status: A.int, done: A.int, total: A.int },
  ...{ successNum: A.int, failNum: A.int, added: A.int, changed: A.int, unchanged: A.int, cabinets: A.int, areas: A.int, posts: A.int },
  ...{ projectId: A.id, areaId: A.id, groupId: A.id, createTime: A.time, endTime: A.time, createUser: A.id, createUserName: A.text },
  ...{ reason: A.text, notes: A.list(A.text), undo: A.open },
}
export const FailedReturns = A.named('ImportFailure', A.of({ row: A.int, reason: A.text, values: A.map(A.any) }))
/** What `recordOf` answers. */
export const ImportRecord = A.named('ImportRecord', A.of(RECORD))
export const ImportStatus = A.named('ImportStatus', A.of({ ...RECORD, failures: A.list(FailedReturns) }))
/** What `previewOf` answers; `first` are rows as they would come in. */
export const PreviewReturns = A.named(
  'ImportPreview',
  A.loose({
    ...{ rows: A.int, added: A.int, changed: A.int, unchanged: A.int, failed: A.int, posts: A.int, cabinets: A.int, areas: A.int },
    ...{ first: A.list(A.open), failures: A.list(A.open), notes: A.list(A.text) },
  }),
)
/** What `detailOf` answers; `inspection` is what was found in the file, `mapping` how its columns are read. */
export const ImportDetail = A.named(
  'ImportDetail',
  A.loose({ ...RECORD, inspection: A.nullable(A.open), mapping: A.any, preview: A.nullable(PreviewReturns) }),
)
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
