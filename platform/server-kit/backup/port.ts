import type { Config } from '../platform-types.ts'
import type { BackupMade, BackupOrder } from './take.ts'

/** Takes backups of the database and files of this process. */
export interface BackupPort {
  /** True if the deployment has a passphrase with which archives are sealed. */
  readonly sealed: boolean
  readonly take: (order: Pick<BackupOrder, 'to' | 'signal' | 'progress'>) => Promise<BackupMade>
}

export const createBackups = (url: string, { dataDir, backupPassphrase: passphrase = '' }: Config): BackupPort => ({
  sealed: passphrase !== '',
  take: async (order) => (await import('./take.ts')).takeBackup({ ...order, url, dataDir, passphrase }),
})
