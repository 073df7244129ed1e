export { PLATFORM_TENANT } from '@lamplight/kit'
export { type TSchema, Type as T } from 'typebox'
export type { ActionCall } from './action-call.ts'
export { A, type AnswerOf, type Returns, type TreeNode } from './answer-schema.ts'
export { arrayOf, arraysOf, type Cell } from './arrays.ts'
export { type Change, changed, changedEach, changeOf, removedOf } from './audit-change.ts'
export type * from './binding-source.ts'
export { dayIn, idsIn, inputIn, timeIn } from './call-input.ts'
export { type ChangeInWords, changeWords, type FieldChange } from './change-words.ts'
export { createSteadyClock } from './clock.ts'
export { configFrom } from './config.ts'
export type * from './context-types.ts'
export { createDatabase, type Database } from './db.ts'
export { onServer, route, withPlain } from './define.ts'
export type * from './driver.ts'
export { dueTimes } from './due-times.ts'
export { type CallExample, exampleFields, writableFields } from './examples.ts'
export { exportNames } from './export-columns.ts'
export { chunksOf, EXPORT_JOB, exportFile, formatIn } from './export-file.ts'
export { type RowFile, rowFile } from './files/row-file.ts'
export { spool, spoolPath } from './files/spool.ts'
export { type FileStorage, fileStoragePort } from './files/storage.ts'
export { sweepFiles } from './files/sweep.ts'
export type * from './finding-source.ts'
export { createForeignDatabase, type ForeignDatabase, type ForeignSource } from './foreign-database.ts'
export type * from './gateway-link.ts'
export { grantedOnly, mayUse } from './grants.ts'
export { CALL_EVENT, createCtx, DEFAULT_ZONE, hashOf } from './http.ts'
export { createIds, newCode } from './ids.ts'
export { runImport } from './import/import-routes.ts'
export { importedIds } from './import/import-store.ts'
export type * from './job-source.ts'
export { keptSecret } from './kept-secret.ts'
export { keepLease, type Lease } from './lease.ts'
export type * from './life-source.ts'
export { lastMoveAt, lastMover, recordTransitions } from './lifecycle-history.ts'
export { transitionsOf } from './lifecycle-routes.ts'
export { makeTransition } from './lifecycle-run.ts'
export { type LifecycleServer, onLifecycle, type TransitionCall } from './lifecycle-types.ts'
export { readListQuery, strictFilter, wireFields } from './list-query.ts'
export { createLog, LOG_EVENT } from './log.ts'
export { assertDurable, migrate } from './migrate.ts'
export { optionalPort } from './optional-port.ts'
export {
  createLoopback,
  createOutbound,
  createOutboundGuard,
  loopbackAddress,
  type Outbound,
  OutboundError,
  type OutboundGuard,
} from './outbound.ts'
export { boundedPage, EVERYTHING, pageWindow } from './page-window.ts'
export { pagedRows } from './paged-read.ts'
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
export { FIND_BY_KEY, type Query } from './query.ts'
export { errors, fieldError } from './refuse.ts'
export type * from './replacement-source.ts'
export { reportChart, reportPage, reportRecords, wireNames } from './report-answer.ts'
export { gapText } from './report-print.ts'
export { readReportQuery } from './report-query.ts'
export { reportsOf } from './report-routes.ts'
export { refuseHidden, refuseUnseen, visibleRow } from './resource-rows.ts'
export { bodySchema, rowSchema } from './resource-schema.ts'
export { titlesOf } from './resource-store.ts'
export { detailOf, nest, runVerb } from './resource-verbs.ts'
export { addRow, changeRow, dropRows } from './resource-write.ts'
export { rolesFrom } from './roles.ts'
export type * from './route-types.ts'
export type { RowHold } from './row-hold.ts'
export { mayList, rowTopic, seenRows, seesWhole } from './row-sight.ts'
export type * from './slice-types.ts'
export type * from './supply-source.ts'
export { ddlOf, tableOf, titleField } from './tables.ts'
export { pairOf, pairSql, storedPair } from './text-pair.ts'
export { formatTime, isZone, parseTime } from './times.ts'
export { type Roots, treeCte, treeIds } from './tree-sql.ts'
export { createVault, DIGEST_PATTERN, type Vault } from './vault.ts'
export { draftFrom, envelope, page, readRow, wireRow } from './wire.ts'
export { inTransaction } from './within.ts'
export { choiceWord, wordOf } from './words.ts'
export { XLSX_TYPE } from './workbook.ts'
