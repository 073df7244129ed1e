import type { Lang, Text } from '@lamplight/kit'
import type { FileContent } from './content.ts'
import { fileForm, kindLabel } from './forms.ts'
import type { FileOptions } from './model.ts'

const MEGAPIXELS = 64

/** Names of the accepted kinds, in the user's language. */
export const kindsOf = ({ accept }: FileOptions, lang: Lang): string =>
  accept.map((kind) => kindLabel(kind)[lang === 'zh' ? 0 : 1]).join(lang === 'zh' ? '、' : ', ')

/** Returns why the field refuses a file with this content; null if it accepts it. */
export const contentFault = (options: FileOptions, content: FileContent | null): Text | null => {
  const { accept, megapixels = MEGAPIXELS } = options
  if (!content || !accept.includes(content.kind))
    return [`文件类型不支持，可上传：${kindsOf(options, 'zh')}`, `this file type is not supported; allowed: ${kindsOf(options, 'en')}`]
  const { width, height } = content
  if (!content.whole || width === 0 || height === 0 || (fileForm(content.kind).picture && (width === null || height === null)))
    return ['文件不完整或已损坏', 'the file is incomplete or damaged']
  if ((width ?? 0) * (height ?? 0) > megapixels * 1_000_000)
    return [`图片不能超过${megapixels}百万像素`, `a picture must have at most ${megapixels} megapixels`]
  return null
}
