import type { ReactNode } from 'react'

export interface PickOption {
  readonly id: string
  readonly label: string
  readonly depth?: number
  readonly mark?: ReactNode
}

/** Options shown at once; more are found by typing. */
export const SHOWN = 200

/** Options whose label contains `text`, each with the ones above it in the tree. */
export const matching = (options: readonly PickOption[], text: string): readonly PickOption[] => {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return options
  const kept = new Set<number>()
  const above: number[] = []
  options.forEach((option, at) => {
    const depth = option.depth ?? 0
    above.length = depth
    above[depth] = at
    if (option.label.toLowerCase().includes(wanted)) for (const one of above) if (one !== undefined) kept.add(one)
  })
  return options.filter((_, at) => kept.has(at))
}

/** The choice after `id` was picked: one of one, or put to or taken from several. */
export const picked = (chosen: readonly string[], id: string, multiple: boolean): readonly string[] =>
  !multiple ? [id] : chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]

/** The next active option; the ends join. */
export const step = (active: number, by: 1 | -1, count: number): number =>
  count === 0 ? -1 : (active + by + count + (active < 0 && by < 0 ? 1 : 0)) % count
