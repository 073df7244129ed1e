import { useT } from '@lamplight/console-kit'
import { useRowKind } from '@lamplight/control/console'
import type { Text } from '@lamplight/kit'
import type { Stage } from '@lamplight/kit/canvas'
import { useId } from 'react'
import { type BoardItem, FIGURES, TEXT_MOST, WIDGETS } from '../model/board-content.ts'
import { M } from './roadcabinets.messages.ts'
import type { ProductDetail } from './use-board.ts'

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}
const Choice = ({ label, value, choices, onChange }: ChoiceProps) => {
  const t = useT()
  const id = useId()
  return (
    <label htmlFor={id}>
      {label}
      <select
        id={id}
        className="ll-f-input"
        value={choices.some(([one]) => one === value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      >
        {!choices.some(([one]) => one === value) && <option value="">{t(M.choose)}</option>}
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

const SIDES = { x: M.left, y: M.top, w: M.width, h: M.height } as const satisfies Record<string, Text>

interface Props {
  readonly item: BoardItem
  readonly product: ProductDetail
  readonly stage: Stage
  readonly onChange: (change: Partial<BoardItem>) => void
}
/** Settings of the selected widget: what it shows, place and size. */
export const ItemForm = ({ item, product, stage, onChange }: Props) => {
  const t = useT()
  const id = useId()
  const needs = WIDGETS[item.widget].needs as readonly string[]
  const unit = product.units.find(({ code }) => code === item.unit)
  const { kind } = useRowKind(unit?.typeId ?? '')
  const named = (parts: Readonly<Record<string, { readonly label: Text; readonly retired?: true }>> = {}): [string, string][] =>
    Object.entries(parts).flatMap(([name, { label, retired }]) => (retired ? [] : [[name, t(label)]]))
  return (
    <>
      {needs.includes('text') && (
        <label htmlFor={`${id}-text`}>
          {t(M.text)}
          <input
            id={`${id}-text`}
            className="ll-f-input"
            maxLength={TEXT_MOST}
            value={item.text ?? ''}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        </label>
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
      <div className="ll-board-sizes">
        {(Object.keys(SIDES) as (keyof typeof SIDES)[]).map((side) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {t(SIDES[side])}
            <input
              id={`${id}-${side}`}
              className="ll-f-input"
              type="number"
              min={0}
              step={stage.step}
              value={item[side]}
              onChange={(event) => onChange({ [side]: Number(event.target.value) })}
            />
          </label>
        ))}
      </div>
    </>
  )
}
