import { useFormat, useT } from '@lamplight/console-kit'
import { M } from './map/map.messages.ts'

const WORDS = { lamps: M.lamps, gateways: M.gateways } as const

/** Returns a function that formats a number of lamps or gateways with its noun: `392 盏`, `1 lamp`. */
export const useCounted = () => {
  const t = useT()
  const { number } = useFormat()
  return (n: number, of: keyof typeof WORDS = 'lamps'): string => t(WORDS[of], { n: number(n) })
}
