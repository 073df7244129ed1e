import { useT } from '@lamplight/console-kit'
import { Choice, Words } from '@lamplight/console-kit/canvas'
import { useRowKind } from '@lamplight/control/console'
import type { Text } from '@lamplight/kit'
import { type BoardItem, FIGURES, TEXT_MOST, WIDGETS } from '../model/board-content.ts'
import { M } from './roadcabinets.messages.ts'
import type { ProductDetail } from './use-board.ts'

interface Props {
  readonly item: BoardItem
  readonly product: ProductDetail
  readonly onChange: (change: Partial<BoardItem>) => void
}
/** What the selected widget shows. */
export const ItemForm = ({ item, product, onChange }: Props) => {
  const t = useT()
  const needs = WIDGETS[item.widget].needs as readonly string[]
  const unit = product.units.find(({ code }) => code === item.unit)
  const { kind } = useRowKind(unit?.typeId ?? '')
  const named = (parts: Readonly<Record<string, { readonly label: Text; readonly retired?: true }>> = {}): [string, string][] =>
    Object.entries(parts).flatMap(([name, { label, retired }]) => (retired ? [] : [[name, t(label)]]))
  return (
    <>
      {needs.includes('text') && (
        <Words label={t(M.text)} value={item.text ?? ''} most={TEXT_MOST} onChange={(text) => onChange({ text })} />
      )}
      {needs.includes('unit') && (
        <Choice
          label={t(M.unit)}
          value={item.unit}
          choices={product.units.map(({ code, name }) => [code, name])}
          onChange={(code) => onChange({ unit: code, ...(item.property && { property: '' }), ...(item.command && { command: '' }) })}
        />
      )}
      {needs.includes('property') && (
        <Choice
          label={t(M.property)}
          value={item.property}
          choices={named(kind?.type.properties)}
          onChange={(property) => onChange({ property })}
        />
      )}
      {needs.includes('command') && (
        <Choice
          label={t(M.command)}
          value={item.command}
          choices={named(kind?.type.commands)}
          onChange={(command) => onChange({ command })}
        />
      )}
      {needs.includes('of') && (
        <Choice
          label={t(M.of)}
          value={item.of}
          choices={Object.entries(FIGURES).map(([of, label]) => [of, t(label)])}
          onChange={(of) => onChange({ of: of as keyof typeof FIGURES })}
        />
      )}
    </>
  )
}
