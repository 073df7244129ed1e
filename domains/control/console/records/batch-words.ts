import type { Translate } from '@lamplight/console-kit'
import { LAMP_CONTROLLER } from '@lamplight/devices/model'
import { COMMANDS, TARGET_KINDS } from '../../model/index.ts'

interface Ordered {
  readonly command?: number | null
  readonly level?: number | null
  /** Text of a command of a device type, in the user's language. */
  readonly commandText?: string | null
}
/** Text of a command: `调光 30%`, `开灯`, `开关桶盖：打开`. */
export const commandWords = ({ command, level, commandText }: Ordered, t: Translate): string => {
  if (commandText) return commandText
  const words = COMMANDS[command as keyof typeof COMMANDS]
  if (!words) return ''
  return command === 1 && typeof level === 'number' && level >= 0 ? `${t(words)} ${level}%` : t(words)
}

const SPANS = [
  [3600, ['{n} 小时', '{n} h']],
  [60, ['{n} 分钟', '{n} min']],
  [1, ['{n} 秒', '{n} s']],
] as const

/** A duration in the largest unit that divides it: `1 小时`, `90 分钟`. */
export const spanWords = (seconds: number, t: Translate): string => {
  const [size, words] = SPANS.find(([one]) => seconds % one === 0) ?? SPANS[2]
  return t(words, { n: seconds / size })
}

interface OfType {
  /** Code of the device type; null or -1 for commands of lamps. */
  readonly deviceType?: number | null
}
/** Returns true for a command to devices other than lamps. Parameters of lamp controllers count as commands to lamps. */
export const isOfDevices = ({ deviceType }: OfType): boolean =>
  typeof deviceType === 'number' && deviceType >= 0 && deviceType !== LAMP_CONTROLLER

/** The number of targets with the counting word for lamps or other devices: `3 盏`, `1 device`. */
export const countWords = (n: number, row: OfType, t: Translate): string => {
  return t(isOfDevices(row) ? ['{n} 个', '{n} device{n:s}'] : ['{n} 盏', '{n} lamp{n:s}'], { n: n.toLocaleString('en-US') })
}

interface Targeted extends OfType {
  readonly targetText?: string | null
  readonly targetKind?: number | null
}
const SELECTED = 1
const RETRY = 6
/** Text of a command's target: its name, or the kind of target if it has no name; a retry is marked. */
export const targetWords = (row: Targeted, t: Translate): string => {
  const { targetText, targetKind } = row
  const known = TARGET_KINDS[targetKind as keyof typeof TARGET_KINDS] ?? TARGET_KINDS[SELECTED]
  return targetText && targetKind === RETRY ? `${targetText} · ${t(known)}` : targetText || t(known)
}

/** Target and number of devices, as in the record, the tray and the home page: `城东区 · 1,446 盏`. */
export const affectedWords = (row: Targeted & { readonly total: number }, t: Translate): string =>
  `${targetWords(row, t)} · ${countWords(row.total, row, t)}`
