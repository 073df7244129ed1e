import { type AnswerOf, api, confirm, type Translate } from '@lamplight/console-kit'
import type { spreadRoute } from '../../server/params/param-page.handler.ts'
import { DR } from '../params/drift.messages.ts'
import { WV } from './wave.messages.ts'

/** Selects the devices that get their wanted value of a dangerous family again, by the conditions of `param/spread`. */
export interface WavedRepair {
  readonly family: string
  readonly familyName: string
  readonly target: Readonly<Record<string, unknown>>
}

const linesOf = async ({ family, familyName, target }: WavedRepair, t: Translate): Promise<readonly string[]> => {
  const {
    devices,
    noGateway,
    notActivated,
    firstWave: first,
  } = await api.post<AnswerOf<typeof spreadRoute>>('blade-city/param/spread', {
    body: { family, ...target },
  })
  if (first === 0) return []
  const rest = Math.max(0, devices - Math.max(noGateway, notActivated) - first)
  const waves = rest > 0 ? t(WV.first, { first: String(first), rest: String(rest) }) : t(WV.one, { first: String(first) })
  return [`${t(DR.danger, { what: familyName, n: String(devices) })}${t(['', ' '])}${waves}`]
}

/** Asks for confirmation before dangerous families are sent again; the question names their devices and waves. `text` is another question of the same dialog. Without `text` and without waves it asks nothing. */
export const confirmWaves = async (
  parts: readonly WavedRepair[],
  n: string,
  t: Translate,
  text: readonly string[] = [],
): Promise<boolean> => {
  const lines = (await Promise.all(parts.map((part) => linesOf(part, t)))).flat()
  if (lines.length + text.length === 0) return true
  return confirm({
    title: t(DR.repairTitle, { n }),
    text: [...text, ...lines, ...(lines.length > 0 ? [t(WV.undo)] : [])].join('\n'),
    ok: t(DR.repairChosen, { n }),
    danger: lines.length > 0,
  })
}
