import type { Text } from '@lamplight/kit'
import { isDiskFull } from '../disk.ts'

/** Why a backup or a restore was not done, in words for the person who asked for it. */
export class BackupProblem extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(`${text[0]} / ${text[1]}`)
    this.text = text
  }
}

export const problem = (zh: string, en: string): BackupProblem => new BackupProblem([zh, en])

const FULL: Text = ['磁盘空间不足', 'the disk is full']

/** What was thrown, in words: problems as they are, a full disk and what may not be read or written by its name, the rest as it was told. */
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
