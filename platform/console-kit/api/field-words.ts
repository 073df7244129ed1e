import { type Lang, pick, type Text } from '@lamplight/kit'

/** Returns the label of the input with this wire name of the call at `path`; undefined if no loaded form has it. */
type FieldLabels = (path: string, wire: string) => Text | undefined

let labelOf: FieldLabels = () => undefined
/** Sets where the labels of inputs are found: the definitions of the loaded slices. Returns what found them before. */
export const setFieldLabels = (labels: FieldLabels): FieldLabels => {
  const before = labelOf
  labelOf = labels
  return before
}

/** Parts `field:message` (wire-contract.md 2.5). */
const PART = /(^|[;；\n]\s*)([A-Za-z_][\w.]*)\s*[:：]\s*(?=\S)/g
/** The field at the end of `缺少必要的请求参数: field`, and in `The parameter field is missing`. */
const PARAMETER = /([:：]\s*|\bparameter )([A-Za-z_][\w.]*)(?=$| is )/

/** English messages that follow their field as the rest of a sentence: `must begin with a letter`, `does not exist`. */
const PREDICATE = /^(?:is|are|must|may|can|cannot|does|do|has|have|had|needs|belongs|contains|exists)\b/

/** Returns a refusal with the labels of its inputs in place of their wire names. A name without a known label stays. */
export const inWords = (msg: string, path: string, lang: Lang): string => {
  const label = (wire: string): string | undefined => {
    const text = labelOf(path, wire)
    return text && pick(text, lang)
  }
  const parts = msg.replace(PART, (whole, before: string, wire: string, at: number) => {
    const words = label(wire)
    if (!words) return whole
    const [message = ''] = msg.slice(at + whole.length).split(/[;；\n]/)
    // `Name is required` is a sentence with the label already.
    if (message.includes(words)) return before
    const ends = lang === 'zh' ? '：' : PREDICATE.test(message) ? ' ' : ': '
    return `${before}${words}${ends}`
  })
  return parts === msg ? msg.replace(PARAMETER, (_, before: string, wire: string) => before + (label(wire) ?? wire)) : parts
}

/** Returns a refusal for the place of its field: without the field's name. */
export const withoutField = (msg: string, field: string | undefined): string =>
  field && msg.startsWith(field) ? msg.slice(field.length).replace(/^\s*[:：]\s*/, '') : msg
