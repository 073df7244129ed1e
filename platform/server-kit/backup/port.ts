import type { Config } from '../platform-types.ts'
import type { BackupMade, BackupOrder } from './take.ts'

/** Archives of this process's own database and files. */
export interface BackupPort {
  /** Archives are sealed with the passphrase of the deployment. */
  readonly sealed: boolean
  readonly take: (order: Pick<BackupOrder, 'to' | 'signal' | 'progress'>) => Promise<BackupMade>
}

export const createBackups = (url: string, { dataDir, backupPassphrase: passphrase = '' }: Config): BackupPort => ({
  sealed: passphrase !== '',
  take: async (order) => (await import('./take.ts')).takeBackup({ ...order, url, dataDir, passphrase }),
})
