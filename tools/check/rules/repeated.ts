import { areaOf, type Layer } from '../areas.ts'
import { isTest, type Rule, type SourceFile } from '../tree.ts'

const HAN = /\p{Script=Han}/gu
/** Shorter words are the same in many places by chance: 全部, 取消. */
const LEAST = 3
/** Texts of a console that are the same as another text of the slice by chance. */
const BY_CHANCE = new Set(['lighting 持续时间', 'roadcabinets 机柜大屏', 'strategies 全夜灯', 'strategies 下发策略'])

interface Pair {
  readonly start: number
  readonly zh: string
  readonly both: string
}

/** The texts `[zh, en]` of a file whose Chinese has at least three characters. */
const pairsIn = ({ scan: { code, tokens } }: SourceFile): readonly Pair[] => {
  const strings = tokens.filter(({ kind }) => kind === 'string')
  return strings.flatMap(({ value: zh, start, end }, at) => {
    const next = strings[at + 1]
    const isPair =
      next !== undefined &&
      (zh.match(HAN)?.length ?? 0) >= LEAST &&
      /\[\s*$/.test(code.slice(Math.max(0, start - 80), start)) &&
      /^\s*,\s*$/.test(code.slice(end, next.start)) &&
      /^\s*,?\s*\]/.test(code.slice(next.end, next.end + 80))
    return isPair ? [{ start, zh, both: `${zh} ${next.value}` }] : []
  })
}

/** A text of a console that the model or server of its slice declares too comes from there: `lamp.fields.sn.options.label`, `labelsOf`. */
export const repeated: Rule = {
  name: 'repeated text',
  check(tree, report) {
    const texts = (...layers: readonly Layer[]) =>
      tree.sources.flatMap((file) => {
        const area = areaOf(file.path)
        if (!area?.slice || isTest(file.path) || !layers.includes(area.layer)) return []
        return pairsIn(file).map((pair) => ({ file, slice: area.slice, ...pair, key: `${area.slice} ${pair.both}` }))
      })
    const declared = new Map(texts('isomorphic', 'server').map(({ key, file }) => [key, file.path]))
    for (const { file, slice, start, zh, key } of texts('console')) {
      const place = declared.get(key)
      if (place && !BY_CHANCE.has(`${slice} ${zh}`))
        report(file, start, `"${zh.slice(0, 40)}" stands in ${place}: take it from the definition`)
    }
  },
}
