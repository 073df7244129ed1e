import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { JOB_STATES } from './job-states.ts'

/** States of long work as numbered in decisions.md C12. */
export const BACKUP = { waiting: 0, running: 1, done: 2, failed: 4 } as const
export const BY_HAND = 1
export const ON_TIME = 2

/** Archives of the whole installation, made on schedule or on request; stored in DATA_DIR/backups of the server that made them. */
export const backup = defineResource({
  name: 'system.backup',
  label: ['备份', 'Backup'],
  about: [
    '整个平台的备份，含全部租户与密钥，请像密码一样保管；时间由参数 backup.at 设定，恢复用 npm run restore',
    'Backups of the whole platform with all tenants and keys: protect them like a password. The parameter backup.at sets the time; npm run restore restores one',
  ],
  code: 'backup',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-system/backup', verbs: ['list', 'detail', 'remove'] },
  title: 'name',
  page: { path: '/monitor/backup', label: ['备份', 'Backups'], icon: 'hdd', sort: 20, parent: 'monitor' },
  fields: {
    name: f.text({ label: ['文件', 'File'], readonly: true, max: 100, list: { width: 280 }, search: true }),
    status: f.choice(
      {
        [BACKUP.waiting]: JOB_STATES[0],
        [BACKUP.running]: JOB_STATES[1],
        [BACKUP.done]: JOB_STATES[2],
        [BACKUP.failed]: JOB_STATES[4],
      },
      {
        label: ['状态', 'State'],
        readonly: true,
        list: true,
        search: true,
        tones: { [BACKUP.waiting]: 'neutral', [BACKUP.running]: 'busy', [BACKUP.done]: 'good', [BACKUP.failed]: 'bad' },
      },
    ),
    progress: f.int({ label: ['进度', 'Progress'], unit: '%', readonly: true, min: 0, max: 100, list: true }),
    kind: f.choice(
      { [BY_HAND]: ['手动', 'Manual'], [ON_TIME]: ['定时', 'Scheduled'] },
      { label: ['方式', 'Trigger'], readonly: true, list: true, search: true },
    ),
    archiveSize: f.number({ label: ['大小', 'Size'], unit: 'B', readonly: true, list: true }),
    ms: f.int({ label: ['耗时', 'Duration'], unit: 'ms', readonly: true, min: 0, list: true }),
    rows: f.number({ label: ['行数', 'Rows'], readonly: true }),
    files: f.int({ label: ['文件数', 'Files'], readonly: true, min: 0 }),
    isSealed: f.flag({ label: ['已加密', 'Encrypted'], readonly: true, list: true }),
    reason: f.text({ label: ['原因', 'Reason'], readonly: true, max: 1000, list: { width: 320 } }),
    sha256: f.text({ label: ['SHA-256', 'SHA-256'], readonly: true, max: 64 }),
    host: f.text({ label: ['服务器', 'Server'], readonly: true, max: 255 }),
  },
  actions: {
    run: {
      label: ['立即备份', 'Back up now'],
      on: 'list',
      confirm: ['备份期间平台照常工作。', 'The platform keeps working during the backup.'],
    },
    download: { label: ['下载', 'Download'], on: 'row', disabledWhen: { status: { in: [BACKUP.waiting, BACKUP.running, BACKUP.failed] } } },
  },
  io: { export: true },
})
