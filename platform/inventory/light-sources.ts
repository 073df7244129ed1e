import type { Text } from '@lamplight/kit'
import { tidy, withoutAccents } from './tidy.ts'

const SODIUM = /sodi|natri|钠|ナトリウム|나트륨/.source
const LOW = /low|baja|basse|nieder|低|저압/.source
/** Names of light sources in ten languages, without accents, and their stored short form. The first match counts. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/\bleds?\b|\bsolid[\s_-]?state\b|led|发光二极管|發光ダイオード|발광다이오드/, 'LED'],
  [new RegExp(`\\b(?:lps|sox|vsbp|sbp)\\b|(?:${LOW}).*(?:${SODIUM})|(?:${SODIUM}).*(?:${LOW})`), 'LPS'],
  [new RegExp(`\\b(?:hps|son|hpsv|shp|vsap|vasap|nav|hse|nh)\\b|${SODIUM}`), 'HPS'],
  [/\b(?:cmh|cdm|cpo|cosmopolis)\b|ceramic|keramik|ceramique|陶瓷金卤|セラミックメタル|세라믹/, 'CMH'],
  [
    /\b(?:mh|mhl|hqi|hit|hie|vmh)\b|metal[\s_-]?halide|(?:haluro|halogenuro|halogenure|iodure)s?\b|halogen-?metall|金卤|金属卤化物|メタルハライド|メタハラ|메탈/,
    'MH',
  ],
  [/\b(?:mv|hpm|hme|hql|vmcc|vmap|bf)\b|mercur|quecksilber|ballon fluo|汞灯|水银|水銀|수은/, 'MV'],
  [/\b(?:ind|lvd|qel)\b|induc|induktion|无极灯|無電極|무전극/, 'IND'],
  [
    /\b(?:cfl|pll)\b|compact[\s_-]?fluorescent|fluo[a-z]* ?compact|fluocompact|kompaktleuchtstoff|bajo consumo|节能灯|삼파장|電球形蛍光/,
    'CFL',
  ],
  [/\bfl\b|fluorescen|leuchtstoff|荧光|蛍光|형광/, 'FL'],
  [/\bhal\b|halogen|卤钨|ハロゲン|할로겐/, 'HAL'],
  [/\binc\b|incandescen|gluhlampe|白炽|白熱|백열/, 'INC'],
  [/\bgas\b|gaslight|gasleuchte|gaslaterne|煤气灯|ガス灯/, 'GAS'],
]
/** Short forms of light sources with their labels. */
export const LAMP_TYPES: Readonly<Record<string, Text>> = {
  LED: ['LED', 'LED'],
  HPS: ['高压钠灯', 'High-pressure sodium'],
  LPS: ['低压钠灯', 'Low-pressure sodium'],
  MH: ['金卤灯', 'Metal halide'],
  CMH: ['陶瓷金卤灯', 'Ceramic metal halide'],
  MV: ['汞灯', 'Mercury vapour'],
  IND: ['无极灯', 'Induction'],
  CFL: ['节能灯', 'Compact fluorescent'],
  FL: ['荧光灯', 'Fluorescent'],
  HAL: ['卤钨灯', 'Halogen'],
  INC: ['白炽灯', 'Incandescent'],
  GAS: ['煤气灯', 'Gas'],
}

/** Running numbers such as `NH-001`: their letters do not name a light source. */
const COUNTED = /^[a-z]{1,4}[-_ ]?0\d+$/
/** Returns the short form of a known light source; null for others. */
export const sourceOf = (text: string): string | null => {
  const plain = withoutAccents(text)
  if (COUNTED.test(plain)) return null
  return SOURCES.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

/**
 * Returns the short form of a light source: `高压钠灯` gives HPS, `HPS/Induction` gives HPS/IND. An unknown one is kept in capitals, at most 20
 * characters; null for texts without information.
 */
export const readLampType = (cell: string): string | null => {
  const text = tidy(cell).toLowerCase()
  if (text === '' || /^(?:electric|other|otros?|autres?|sonstige|기타|その他|其他)$/.test(text)) return null
  const parts = text.split(/\s*[/+&,;、]\s*/).filter((part) => part !== '')
  const sources = parts.map(sourceOf)
  if (parts.length > 1 && sources.every((source) => source !== null)) return [...new Set(sources)].join('/').slice(0, 20)
  return sourceOf(text) ?? text.toUpperCase().slice(0, 20)
}
/** Returns true if a cell contains a known light source. */
export const isLampType = (cell: string): boolean => cell.length <= 40 && sourceOf(cell) !== null
