import { JOB_STATES } from '../model/job-states.ts'

/** Texts of the list of jobs. */
export const M = {
  about: ['导入、导出、批量指令与备份：进度、结果与停止', 'Imports, exports, batch commands and backups: progress, results, stop'],
  all: ['全部', 'All'],
  state: ['状态', 'State'],
  kind: ['类型', 'Type'],
  open: JOB_STATES[1],
  ended: ['已结束', 'Ended'],
  onlyOwn: ['只看我的', 'Only mine'],
  what: ['任务', 'Job'],
  who: ['发起人', 'Started by'],
  when: ['时间', 'Time'],
  progress: ['进度', 'Progress'],
  result: ['结果', 'Result'],
  nobody: ['系统', 'System'],
  none: ['没有任务；导入、导出或下发指令后会出现在这里', 'No data. Imports, exports and commands appear here'],
  stop: ['停止', 'Stop'],
  stopTitle: ['停止“{title}”？', 'Stop “{title}”?'],
  tray: ['{n} 个任务进行中', '{n} job{n:s} running'],
} as const

export const KINDS = {
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
  mission: ['批量指令', 'Batch command'],
  backup: ['备份', 'Backup'],
} as const
