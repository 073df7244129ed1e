import { modelOf, type RefOptions } from '@lamplight/fields/model'
import { type Lang, pick, type ResourceDefinition, type Text } from '@lamplight/kit'
import type { Ctx } from '../context-types.ts'
import type { ResourceServer } from '../slice-types.ts'
import { type BookExtras, workbook } from '../workbook.ts'
import { markedHead, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { type Cells, wordsOf } from './sheet-values.ts'

const NOTES: Text = ['填写说明', 'Notes']
const HEADS: readonly Text[] = [
  ['列', 'Column'],
  ['必填', 'Required'],
  ['格式', 'Format'],
  ['可选值', 'Choices'],
]
const [YES, NO]: readonly [Text, Text] = [
  ['是', 'Yes'],
  ['否', 'No'],
]
const NAMED = new Set(['ref', 'refs', 'dict'])

/** Returns the example row of a template, by wire name. Cells that refer to other rows stay empty, because the tenant may have no such row. */
export const exampleCells = (columns: readonly SheetColumn[], lang: Lang): Cells => {
  const cells: Record<string, string> = {}
  for (const { wire, name, field } of columns) {
    if (NAMED.has(field.kind)) continue
    const words = wordsOf(field, lang)
    const model = modelOf(field)
    const part = model.wireNames(name, field.options).indexOf(wire)
    const value = words.length > 0 ? (words[field.kind === 'flag' ? 1 : 0] as string) : model.example(field.options, 0)[part]
    if (value !== undefined) cells[wire] = String(value)
  }
  return cells
}

const formatOf = ({ field }: SheetColumn, find: (name: string) => ResourceServer | undefined): Text => {
  const { max, min, unit, to, hint } = field.options as { max?: number; min?: number; unit?: string; hint?: Text } & Partial<RefOptions>
  const target = to ? find(to)?.resource.label : undefined
  const range = [min === undefined ? '' : `≥ ${min}`, max === undefined ? '' : `≤ ${max}`].filter(Boolean).join(' ')
  const own: Readonly<Record<string, Text>> = {
    text: max === undefined ? ['文本', 'Text'] : [`文本，最多 ${max} 字`, `Text, ${max} characters at most`],
    int: [`整数 ${range}${unit ? ` ${unit}` : ''}`.trim(), `Whole number ${range}${unit ? ` ${unit}` : ''}`.trim()],
    number: [`数字 ${range}${unit ? ` ${unit}` : ''}`.trim(), `Number ${range}${unit ? ` ${unit}` : ''}`.trim()],
    time: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
    geo: ['度，WGS-84', 'Degrees, WGS-84'],
    ref: [`已有${target?.[0] ?? ''}的名称`, `Name of an existing ${target?.[1].toLowerCase() ?? 'row'}`],
    refs: [
      `已有${target?.[0] ?? ''}的名称，多个用逗号分隔`,
      `Names of existing rows (${target?.[1].toLowerCase() ?? ''}), separated by commas`,
    ],
  }
  const [zh, en] = own[field.kind] ?? ['从可选值中选择', 'One of the choices']
  return hint ? [`${zh}；${hint[0]}`, `${en}; ${hint[1]}`] : [zh, en]
}

/**
 * Builds the template as a workbook: heads in the caller's language, an example row, drop-down choices,
 * and a second sheet that explains each column.
 */
export const templateBook = async (
  ctx: Ctx,
  resource: ResourceDefinition,
  find: (name: string) => ResourceServer | undefined,
  dictionary: (code: string) => Promise<readonly string[]>,
) => {
  const { lang } = ctx
  const columns = sheetColumns(resource)
  const choices = await Promise.all(
    columns.map(({ field }) => {
      const { code } = field.options as { code?: string }
      return field.kind === 'dict' && code ? dictionary(code) : wordsOf(field, lang)
    }),
  )
  const example = exampleCells(columns, lang)
  const extras: BookExtras = {
    lists: new Map(choices.flatMap((words, at) => (words.length > 0 ? [[at, words] as const] : []))),
    notes: {
      name: pick(NOTES, lang),
      rows: [
        HEADS.map((head) => pick(head, lang)),
        ...columns.map((column, at) => [
          pick(column.head, lang),
          pick(column.required ? YES : NO, lang),
          pick(formatOf(column, find), lang),
          choices[at]?.join(lang === 'zh' ? '、' : ', ') ?? '',
        ]),
      ],
    },
  }
  const rows = async function* (): AsyncGenerator<(readonly unknown[])[]> {
    yield [columns.map(({ wire }) => example[wire] ?? '')]
  }
  return workbook(
    pick(resource.label, lang),
    columns.map((column) => markedHead(column, lang)),
    rows(),
    extras,
  )
}
