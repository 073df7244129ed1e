import type { Text } from '@lamplight/kit'
import { isDiskFull } from '../database/disk.ts'

/** Reason why a backup or restore failed, as a text for the person who started it. */
export class BackupProblem extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(`${text[0]} / ${text[1]}`)
    this.text = text
  }
}

export const problem = (zh: string, en: string): BackupProblem => new BackupProblem([zh, en])

const FULL: Text = ['磁盘空间不足', 'the disk is full']

/** Turns any thrown value into a `BackupProblem`: names a full disk or the file that cannot be read or written, else keeps the message. */
export const problemOf = (thrown: unknown): BackupProblem => {
  if (thrown instanceof BackupProblem) return thrown
  const { code, message = String(thrown), path } = (thrown ?? {}) as { code?: unknown; message?: string; path?: string }
  if (isDiskFull(code)) return new BackupProblem(FULL)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return problem(`无权读写 ${path ?? ''}`, `${path ?? 'a file'} may not be read or written`)
  if (code === 'ENOENT') return problem(`找不到 ${path ?? ''}`, `there is no ${path ?? 'such file'}`)
  if (code === 'ABORT_ERR') return problem('已中断', 'it was broken off')
  return problem(`失败：${message}`, `it failed: ${message}`)
}
