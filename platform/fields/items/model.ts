import type { Field, FieldOptions, Fields, Shape } from '@lamplight/kit'
import { type FieldModel, isEmpty, isWanted, single, wanted } from '../type.ts'

type Item = Readonly<Record<string, unknown>>
export interface ItemsOptions extends FieldOptions {
  /** Fields of each item. */
  readonly item: Fields
  readonly max: number
}

/** A list of small records: rules of a mode, entries of a programme. */
export const items = <const I extends Fields, const O extends Omit<ItemsOptions, 'item'>>(
  item: I,
  options: O,
): Field<readonly Shape<I>[], O & { readonly item: I }, 'items'> => ({ kind: 'items', options: { ...options, item } })

/** An array of objects on the wire; unknown keys are ignored. `modelOf` returns the model of an item's field. */
export const itemsModel = (modelOf: (field: Field) => FieldModel<unknown>): FieldModel<readonly Item[], ItemsOptions> => {
  const partsOf = (item: Item, name: string, field: Field): unknown[] =>
    modelOf(field)
      .wireNames(name, field.options)
      .map((wire) => item[wire])
  const read = (item: unknown, fields: Fields): Item | undefined => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
    const values: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      values[name] = modelOf(field).fromWire(partsOf(item as Item, name, field), field.options)
      if (values[name] === undefined) return undefined
    }
    return values
  }
  return {
    kind: 'items',
    schema: ({ item, max }) => ({
      anyOf: [
        {
          type: 'array',
          maxItems: max,
          items: {
            type: 'object',
            properties: Object.fromEntries(
              Object.entries(item).map(([name, field]) => [
                modelOf(field).wireNames(name, field.options)[0],
                { ...modelOf(field).schema(field.options), description: field.options.label[1] },
              ]),
            ),
          },
        },
        { type: 'null' },
        { const: '' },
      ],
    }),
    example: ({ item }) => [
      [
        Object.fromEntries(
          Object.entries(item).flatMap(([name, field]) => {
            const model = modelOf(field)
            const parts = model.example(field.options, 0)
            return model.wireNames(name, field.options).flatMap((wire, at) => (parts[at] === undefined ? [] : [[wire, parts[at]]]))
          }),
        ),
      ],
    ],
    answer: ({ item }) => [
      { type: 'array', items: { type: 'object', additionalProperties: true }, description: Object.keys(item).join(', ') },
    ],
    wireNames: single,
    toWire: (value, { item }) => [
      (value ?? []).map((one) =>
        Object.fromEntries(
          Object.entries(item).flatMap(([name, field]) => {
            const model = modelOf(field)
            const parts = model.toWire(one[name] ?? null, field.options)
            return model.wireNames(name, field.options).map((wire, at) => [wire, parts[at]])
          }),
        ),
      ),
    ],
    fromWire: ([part], { item }) => {
      if (isEmpty(part)) return null
      if (!Array.isArray(part)) return undefined
      const found = part.map((one) => read(one, item))
      if (found.some((one) => one === undefined)) return undefined
      return found.length > 0 ? (found as Item[]) : null
    },
    check: (value, { item, max }) => {
      if (value.length > max) return [`不能超过${max}项`, `must have at most ${max} items`]
      for (const [at, one] of value.entries())
        for (const [name, field] of Object.entries(item)) {
          const entry = one[name]
          if (entry === null || entry === undefined) {
            if (!isWanted(field, one)) continue
            const [zh, en] = wanted(field)
            return [`第${at + 1}项：${zh}`, `item ${at + 1}: ${en}`]
          }
          const wrong = modelOf(field).check(entry, field.options)
          if (wrong) return [`第${at + 1}项${field.options.label[0]}${wrong[0]}`, `item ${at + 1}, ${field.options.label[1]}: ${wrong[1]}`]
        }
      return null
    },
  }
}
