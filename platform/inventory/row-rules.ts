import type { Column, Guess, RawRow, RowRule } from './model.ts'
import { withoutAccents } from './tidy.ts'

/** Names of columns that divide rows into kinds. */
const KIND_NAME =
  /element|component|equip|type|typ$|kind|class|categor|asset|feature|descri|类型|类别|种类|设备|tipo|clase|objektart|종류|구분|유형|種別|種類|区分/
const LAMP = /lamp|light|luminai?r|lantern|fixture|灯|照明|luminaria|farola|lampe|leuchte|foyer|등(?:$|\s)|조명/
const CABINET =
  /cabinet|feeder pillar|switchboard|control(?:ler)? ?(?:box|panel)|service (?:point|pedestal)|配电箱|配电柜|控制箱|控制柜|箱变|集中控制器|armario|cuadro|tablero|centro de mando|armoire|coffret|schaltschrank|schaltstelle|분전함|제어함|分電盤|制御盤/
const OTHER =
  /photo ?(?:cell|control|electric)|breaker|\bmeter\b|junction|handhole|pull ?box|transformer|conduit|光控|光电|断路器|电表|接线盒|检查井|变压器|fotocelula|fotocelda|interruptor|llaves? (?:termic|termomagnetic|de corte|general)|termomagnetic|contactor|diferencial|medidor|contador|cellule|disjoncteur|compteur|fotozelle|dammerungsschalter|sicherung|광전|차단기|계량기|光電|遮断器|ブレーカ|電力量計/

const kindOf = (value: string): RowRule['as'] | null => {
  const plain = withoutAccents(value)
  if (CABINET.test(plain)) return 'cabinet'
  return OTHER.test(plain) && !LAMP.test(plain) ? 'skip' : null
}

/**
 * Proposes rules for rows that a column marks as other than lamps: cabinets, photocells, breakers. None if they would exclude all rows.
 * @param lampTypes columns of light sources; lists of equipment also name breakers and cabinets in them
 */
export const guessRules = (
  columns: readonly Column[],
  lampTypes: readonly string[],
): { readonly rules: readonly RowRule[]; readonly guesses: readonly Guess[] } => {
  for (const { name, kinds } of columns) {
    if (!kinds || !(KIND_NAME.test(withoutAccents(name)) || lampTypes.includes(name))) continue
    const kindPairs = kinds.map(({ value }) => [value, kindOf(value)] as const)
    if (kindPairs.every(([, as]) => as !== null)) continue
    const rules = (['cabinet', 'skip'] as const).flatMap((as): RowRule[] => {
      const values = kindPairs.flatMap(([value, kind]) => (kind === as ? [value] : []))
      return values.length > 0 ? [{ column: name, values, as }] : []
    })
    if (rules.length === 0) continue
    const ruleValues = rules.flatMap(({ values }) => values)
    return {
      rules,
      guesses: [
        {
          about: 'rules',
          column: name,
          confidence: 0.8,
          reason: [`“${name}”中 ${ruleValues.join('、')} 不是灯具`, `${ruleValues.join(', ')} in "${name}" are not lamps`],
        },
      ],
    }
  }
  return { rules: [], guesses: [] }
}

/** Returns a function that finds the rule of a row, with the matching value; null for lamps. */
export const ruleFinder = (rules: readonly RowRule[], names: readonly string[]) => {
  const indexed = rules.map((rule) => ({ rule, at: names.indexOf(rule.column), values: new Set(rule.values) }))
  return ({ cells }: RawRow): { readonly rule: RowRule; readonly value: string } | null => {
    for (const { rule, at, values } of indexed) {
      const value = cells[at] ?? ''
      if (values.has(value)) return { rule, value }
    }
    return null
  }
}
