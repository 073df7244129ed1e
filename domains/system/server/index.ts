import { dictionaryWordsPort, fileStoragePort, provide, type ServerSlice, withPlain } from '@lamplight/server-kit'
import { system } from '../domain.ts'
import { systemDictionaries } from '../model/dictionaries.ts'
import { systemMenu } from '../model/menu.ts'
import { plain } from '../model/plain.ts'
import {
  auditTrailPort,
  directoryPort,
  grantableScopesPort,
  logsPort,
  menusPort,
  noticesPort,
  paramsPort,
  smsPort,
} from '../model/ports.ts'
import { systemParams } from '../model/settings.ts'
import { systemErrors } from '../model/system.errors.ts'
import { createAuditTrail } from './audit-trail.port.ts'
import { backupRoutes } from './backup/backup.handler.ts'
import { backupServer } from './backup/backup.server.ts'
import { backupJobs } from './backup/backup-jobs.ts'
import { backupTask } from './backup/backups.task.ts'
import { BACKUPS } from './backup/backups.ts'
import { codeServer } from './develop/code.server.ts'
import { datasourceServer } from './develop/datasource.server.ts'
import { developRoutes } from './develop/develop.handler.ts'
import { dictRoutes } from './dict.handler.ts'
import { dictBizServer, dictServer } from './dict.server.ts'
import { createDictionaries } from './dictionaries.port.ts'
import { exportJobs } from './files/export-jobs.ts'
import { createFileStorage } from './files/file-storage.port.ts'
import { createFiles } from './files/files.port.ts'
import { filesTask } from './files/files.task.ts'
import { ossRoutes } from './files/oss.handler.ts'
import { attachServer, ossServer } from './files/oss.server.ts'
import { jobRoutes } from './jobs.handler.ts'
import { seesJobPush } from './jobs.ts'
import { logServers } from './log.server.ts'
import { createLogs } from './logs.port.ts'
import { logTasks } from './logs.task.ts'
import { menuRoutes } from './menus/menu.handler.ts'
import { menuServer } from './menus/menu.server.ts'
import { createMenus } from './menus/menus.port.ts'
import { systemMenuRoutes } from './menus/system-menu.handler.ts'
import { systemMenuServer } from './menus/system-menus.ts'
import { topMenuRoutes } from './menus/top-menu.handler.ts'
import { topMenuServer } from './menus/top-menu.server.ts'
import { noticeRoutes } from './notice.handler.ts'
import { NOTICES, noticeServer } from './notice.server.ts'
import { createNotices } from './notices.port.ts'
import { paramRoutes } from './param.handler.ts'
import { paramServer } from './param.server.ts'
import { createParams } from './params.port.ts'
import { pastJobs } from './past-jobs.ts'
import { filesPort } from './ports.ts'
import { seedSystem } from './seed.ts'
import { smsRoutes } from './sms/sms.handler.ts'
import { createSms } from './sms/sms.port.ts'
import { smsServer } from './sms/sms.server.ts'

export { sealEntries, verifyAudit } from './audit-chain.ts'
export { dropLeftovers, dropOldBackups, endLost, makeWaiting, requestDueBackup as askOnTime } from './backup/backups.ts'
export { type Scaffold, type ScaffoldOrder, scaffold } from './develop/scaffold.ts'
export type { SourceColumn } from './develop/scaffold-fields.ts'
export { ScaffoldError, SQL_RESERVED } from './develop/scaffold-names.ts'
export { isAddress, readAddress } from './develop/source-address.ts'
export { tableIn } from './develop/sources.ts'
export type { Files, OpenFile, StoredFile } from './files/files.port.ts'
export { listJobs } from './jobs.ts'
export { dropOldAudit, dropOldLogs } from './logs.task.ts'
export type { grantTree, menuTree } from './menus/menu.handler.ts'

export const systemServer: ServerSlice = withPlain(plain, {
  domain: system,
  dictionaries: systemDictionaries,
  params: systemParams,
  resources: [
    dictServer,
    dictBizServer,
    menuServer,
    topMenuServer,
    systemMenuServer,
    paramServer,
    ossServer,
    attachServer,
    smsServer,
    noticeServer,
    datasourceServer,
    codeServer,
    backupServer,
    ...logServers,
  ],
  routes: [
    ...dictRoutes,
    ...menuRoutes,
    ...topMenuRoutes,
    ...systemMenuRoutes,
    ...paramRoutes,
    ...ossRoutes,
    ...smsRoutes,
    ...noticeRoutes,
    ...backupRoutes,
    ...developRoutes,
    ...jobRoutes,
  ],
  menu: systemMenu,
  jobs: [exportJobs, backupJobs, pastJobs],
  tasks: [...logTasks, backupTask, filesTask],
  errors: systemErrors.catalogue,
  live: {
    jobs: { permission: 'jobs_view', mayReceive: seesJobPush },
    [NOTICES]: { permission: 'signed-in' },
    [BACKUPS]: { permission: 'backup_view' },
  },
  ports: [
    provide(menusPort, createMenus),
    provide(auditTrailPort, createAuditTrail),
    provide(logsPort, createLogs),
    provide(paramsPort, createParams),
    provide(dictionaryWordsPort, createDictionaries),
    provide(filesPort, createFiles),
    provide(fileStoragePort, createFileStorage),
    provide(noticesPort, createNotices),
    provide(smsPort, createSms),
  ],
  needs: [grantableScopesPort, directoryPort],
  seed: seedSystem,
})
export { filesPort } from './ports.ts'
