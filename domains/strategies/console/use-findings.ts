import { type Finding, lint, type Program, type Site } from '@lamplight/calendar'
import { useLang } from '@lamplight/console-kit'
import { pick, type Text } from '@lamplight/kit'
import { useEffect, useMemo, useState } from 'react'
import { FINDING_WORDS } from '../model/finding-words.ts'
import { concerns } from '../model/findings-of.ts'

/** Pause after the last change before four years of nights are looked at, ms. A drag is never interrupted by it. */
const PAUSE = 250

export interface ShownFinding extends Finding {
  readonly text: string
}
const wordsOf = ({ code, values }: Finding, lang: 'zh' | 'en'): string => pick(FINDING_WORDS[code] as Text, lang, values)

/** Findings of the linter about a program at a place, errors first; undefined until they are known. */
export const useFindings = (program: Program, site: Site, kind: number, from: number): readonly ShownFinding[] | undefined => {
  const lang = useLang()
  const [state, setState] = useState<{ readonly of: Program; readonly found: readonly Finding[] }>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const found = lint(program, site, { from }).filter(({ code }) => concerns(kind, code))
      setState({ of: program, found })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [program, site, kind, from])
  return useMemo(
    () =>
      state?.found
        .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
        .map((finding) => ({ ...finding, text: wordsOf(finding, lang) })),
    [state, lang],
  )
}
