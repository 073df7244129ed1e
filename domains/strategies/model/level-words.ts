import type { Text } from '@lamplight/kit'

const SEGMENT = /^(\d+)=(\d+)\/(\d+)$/
const RULE = /^(\d{2}:\d{2})=(\d+)\/(\d+)$/
const HOUR = 60

const inWords = (stored: string, form: RegExp, from: (name: string) => Text): Text | undefined => {
  const found = stored.split(';').map((one) => form.exec(one))
  if (!found.every((one) => one !== null)) return undefined
  const texts = found.map(([, name = '', level, motion]): Text => {
    const [zh, en] = from(name)
    return motion === level
      ? [`${zh} ${level}%`, `${en} ${level}%`]
      : [`${zh} ${level}%（有人时 ${motion}%）`, `${en} ${level}% (${motion}% on motion)`]
  })
  return [texts.map(([zh]) => zh).join('；'), texts.map(([, en]) => en).join('; ')]
}

/** Segments of a night as solar lamps store them, in words: `4 小时 100%；6 小时 40%（有人时 80%）`. Undefined if the text has another form. */
export const segmentsWords = (stored: string): Text | undefined =>
  inWords(stored, SEGMENT, (minutes) => {
    const [hours, rest] = [Math.floor(Number(minutes) / HOUR), Number(minutes) % HOUR]
    const words = [
      ...(hours > 0 ? [[`${hours} 小时`, `${hours} h`]] : []),
      ...(rest > 0 || hours === 0 ? [[`${rest} 分钟`, `${rest} min`]] : []),
    ]
    return [words.map(([zh]) => zh).join(' '), words.map(([, en]) => en).join(' ')]
  })

/** Rules of a light mode as controllers store them, in words: `18:30 起 100%`. Undefined if the text has another form. */
export const rulesWords = (stored: string): Text | undefined => inWords(stored, RULE, (time) => [`${time} 起`, `from ${time}`])
