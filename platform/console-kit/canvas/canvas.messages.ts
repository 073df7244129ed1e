import type { Text } from '@lamplight/kit'

export const C = {
  size: ['拖动以改变大小', 'Drag to resize'],
  version: ['版本 {n}', 'Version {n}'],
  versions: ['历史版本', 'Versions'],
  restore: ['恢复', 'Restore'],
  restoreAsk: ['恢复版本 {n}？', 'Restore version {n}?'],
  restoreText: [
    '将以该版本的内容保存为新版本，当前内容仍可恢复。',
    'Its content becomes a new version; the present content can still be restored.',
  ],
  savedBy: ['{account}，{at}', '{account}, {at}'],
  now: ['当前', 'Current'],
} as const satisfies Record<string, Text>
