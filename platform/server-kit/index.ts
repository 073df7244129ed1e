export { PLATFORM_TENANT } from '@lamplight/kit'
export { type TSchema, Type as T } from 'typebox'
export type * from './binding-source.ts'
export type * from './context-types.ts'
export { arrayOf, arraysOf, type Cell } from './database/arrays.ts'
export { createDatabase, type Database } from './database/db.ts'
export { createForeignDatabase, type ForeignDatabase, type ForeignSource } from './database/foreign-database.ts'
export { createIds, newCode } from './database/ids.ts'
export { keptSecret } from './database/kept-secret.ts'
export { assertDurable, migrate } from './database/migrate.ts'
export { FIND_BY_KEY, type Query } from './database/query.ts'
export { createVault, DIGEST_PATTERN, type Vault } from './database/vault.ts'
export { inTransaction } from './database/within.ts'
export { menuOfSlice, onListing, onServer, route, withPlain } from './define.ts'
export type * from './driver.ts'
export { type RowFile, rowFile } from './files/row-file.ts'
export { spool, spoolPath } from './files/spool.ts'
export { type FileStorage, fileStoragePort } from './files/storage.ts'
export { sweepFiles } from './files/sweep.ts'
export type * from './finding-source.ts'
export type * from './gateway-link.ts'
export { A, type AnswerOf, type Returns, type TreeNode } from './http/answer-schema.ts'
export { dayIn, idsIn, inputIn, timeIn } from './http/call-input.ts'
export { type CallExample, exampleFields, writableFields } from './http/examples.ts'
export { CALL_EVENT, createCtx, DEFAULT_ZONE, hashOf } from './http/http.ts'
export {
  createLoopback,
  createOutbound,
  createOutboundGuard,
  loopbackAddress,
  type Outbound,
  OutboundError,
  type OutboundGuard,
} from './http/outbound.ts'
export { boundedPage, EVERYTHING, pageWindow } from './http/page-window.ts'
export { countedRows, pagedRows } from './http/paged-read.ts'
export { errors, fieldError } from './http/refuse.ts'
export type * from './http/route-types.ts'
export { pairOf, pairSql, storedPair } from './http/text-pair.ts'
export { draftFrom, envelope, page, readRow, wireRow } from './http/wire.ts'
export { choiceWord, wordOf } from './http/words.ts'
export { runImport } from './import/import-routes.ts'
export { importedIds } from './import/import-store.ts'
export type * from './job-source.ts'
export type * from './life-source.ts'
export { lastMoveAt, lastMover, recordTransitions } from './lifecycle/lifecycle-history.ts'
export { transitionsOf } from './lifecycle/lifecycle-routes.ts'
export { makeTransition } from './lifecycle/lifecycle-run.ts'
export { type LifecycleServer, onLifecycle, type TransitionCall } from './lifecycle/lifecycle-types.ts'
export { optionalPort } from './optional-port.ts'
export { createPlatform, type Running } from './platform.ts'
export type * from './platform-types.ts'
export {
  type Acting,
  type Authenticator,
  actingPort,
  authenticatorPort,
  backupsPort,
  type DictionaryWords,
  dictionaryWordsPort,
  provide,
  type Registry,
  registryPort,
} from './ports.ts'
export type * from './print/document.ts'
export { PDF_TYPE, printBook, printPdf } from './print/print.ts'
export { createSteadyClock } from './process/clock.ts'
export { configFrom } from './process/config.ts'
export { dueTimes } from './process/due-times.ts'
export { keepLease, type Lease } from './process/lease.ts'
export { createLog, LOG_EVENT } from './process/log.ts'
export { rolesFrom } from './process/roles.ts'
export { stackOf } from './process/stack.ts'
export { formatTime, isZone, parseTime } from './process/times.ts'
export type * from './replacement-source.ts'
export { reportChart, reportPage, reportRecords, wireNames } from './report/report-answer.ts'
export { gapText } from './report/report-print.ts'
export { readReportQuery } from './report/report-query.ts'
export { reportsOf } from './report/report-routes.ts'
export type { ActionCall } from './resource/action-call.ts'
export { type Change, changed, changedEach, changeOf, removedOf } from './resource/audit-change.ts'
export { type ChangeInWords, changeWords, type FieldChange } from './resource/change-words.ts'
export { exportNames } from './resource/export-columns.ts'
export { chunksOf, EXPORT_JOB, exportFile, formatIn } from './resource/export-file.ts'
export { grantedOnly, mayUse } from './resource/grants.ts'
export { readListQuery, strictFilter, wireFields } from './resource/list-query.ts'
export { columnsAs, wordSql } from './resource/listing-rows.ts'
export { refuseHidden, refuseUnseen, visibleRow } from './resource/resource-rows.ts'
export { bodySchema, rowSchema } from './resource/resource-schema.ts'
export { titlesOf } from './resource/resource-store.ts'
export { detailOf, nest, runVerb } from './resource/resource-verbs.ts'
export { addRow, changeRow, dropRows } from './resource/resource-write.ts'
export type { RowHold } from './resource/row-hold.ts'
export { mayList, rowTopic, seenRows, seesWhole } from './resource/row-sight.ts'
export { ddlOf, tableOf, titleField } from './resource/tables.ts'
export { type Roots, treeCte, treeIds } from './resource/tree-sql.ts'
export { XLSX_TYPE } from './resource/workbook.ts'
export type * from './slice-types.ts'
export type * from './supply-source.ts'
