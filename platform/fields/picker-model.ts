import type { ReactNode } from 'react'

export interface PickOption {
  readonly id: string
  readonly label: string
  readonly depth?: number
  readonly mark?: ReactNode
}

/** Number of options shown at once; others are found by typing. */
export const SHOWN = 200

/** Options whose label contains `text`, with their ancestors in the tree. */
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
