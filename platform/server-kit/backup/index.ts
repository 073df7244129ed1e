export { type BackupPort, createBackups } from './port.ts'
export { BackupProblem } from './problem.ts'
export { restoreBackup } from './restore.ts'
export { archiveName, type BackupMade, takeBackup } from './take.ts'
