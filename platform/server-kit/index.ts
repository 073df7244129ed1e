export { Type as T } from 'typebox'
export type { ActionCall } from './action-call.ts'
export { A, type Returns } from './answer-schema.ts'
export { arrayOf, arraysOf, type Cell } from './arrays.ts'
export { type Change, changed, changedEach, changeOf, removedOf } from './audit-change.ts'
export { createSteadyClock } from './clock.ts'
export { createDatabase, type Database } from './db.ts'
export { onServer, route } from './define.ts'
export { type CallExample, exampleFields, writableFields } from './examples.ts'
export { exportNames } from './export-columns.ts'
export { createForeignDatabase, type ForeignDatabase, type ForeignSource } from './foreign-database.ts'
export type * from './gateway-link.ts'
export { grantedOnly } from './grants.ts'
export { CALL_EVENT, createCtx, DEFAULT_ZONE, hashOf, PLATFORM_TENANT } from './http.ts'
export { createIds, newCode } from './ids.ts'
export type * from './job-source.ts'
export { readListQuery, strictFilter, wireFields } from './list-query.ts'
export { placesIn } from './live-audience.ts'
export { createLog, LOG_EVENT } from './log.ts'
export { assertDurable, migrate } from './migrate.ts'
export { createOutbound, createOutboundGuard, type Outbound, OutboundError, type OutboundGuard } from './outbound.ts'
export { EVERYTHING, pageWindow } from './page-window.ts'
export { createPlatform, type Running } from './platform.ts'
export {
  type Authenticator,
  authenticatorPort,
  backupsPort,
  type DictionaryWords,
  dictionaryWordsPort,
  provide,
  type Registry,
  registryPort,
} from './ports.ts'
export { errors, fieldError } from './refuse.ts'
export { EXPORT_JOB } from './resource-export.ts'
export { idsIn, inputIn, nest } from './resource-routes.ts'
export { bodySchema, rowSchema } from './resource-schema.ts'
export { addRow } from './resource-write.ts'
export { rolesFrom } from './roles.ts'
export { configFrom } from './settings.ts'
export { ddlOf, tableOf, titleField } from './tables.ts'
export { formatTime, isZone, parseTime } from './times.ts'
export { type Roots, treeCte, treeIds } from './tree-sql.ts'
export type * from './types.ts'
export { createVault, type Vault } from './vault.ts'
export { draftFrom, envelope, page, readRow, wireRow } from './wire.ts'
export { choiceWord, wordOf } from './words.ts'
