/** A command typed into the search: `调光 望江路 30 %`, `关灯 望江路`, `dim River View Rd 30%`. */
export interface TypedOrder {
  readonly command: 'dim' | 'on' | 'off' | 'release'
  /** %, for dim; null if none was typed. */
  readonly level: number | null
  /** Text to search for. */
  readonly target: string
}

const VERBS: readonly (readonly [RegExp, TypedOrder['command']])[] = [
  [/^(?:调光|调暗|调亮|dim)(?![a-z])/i, 'dim'],
  [/^(?:关灯|关闭|熄灯|(?:turn |switch )?off)(?![a-z])/i, 'off'],
  [/^(?:开灯|打开|亮灯|(?:turn |switch )?on)(?![a-z])/i, 'on'],
  [/^(?:恢复日程|恢复|back to calendar|release)(?![a-z])/i, 'release'],
]
const LEVEL = /(?:\s*[到至为]|(?:^|\s)to)?\s*(\d{1,3})\s*[%％]\s*$|\s(?:to )?(\d{1,3})\s*$/i

/**
 * Parses a command from a typed text; null without a verb at the start or without a target. A level alone at the end (`望江路 30 %`) means dimming.
 */
export const readOrder = (text: string): TypedOrder | null => {
  const typed = text.normalize('NFKC').trim()
  const verb = VERBS.find(([pattern]) => pattern.test(typed))
  const rest = verb ? typed.replace(verb[0], '').trim() : typed
  const found = !verb || verb[1] === 'dim' ? LEVEL.exec(rest) : null
  const level = found ? Number(found[1] ?? found[2]) : null
  if (level !== null && level > 100) return null
  if (!verb && (level === null || found?.[1] === undefined)) return null
  const target = (found ? rest.slice(0, found.index) : rest).trim()
  return target === '' ? null : { command: verb?.[1] ?? 'dim', level, target }
}
