import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import pdfmake from 'pdfmake'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { chartSvg } from './chart.ts'
import { PRINTED_ROWS, type PrintCell, type PrintDocument, type PrintPart, type PrintTable } from './document.ts'

const require = createRequire(import.meta.url)
/** Noto Sans SC: all 30,898 glyphs, because names of places are not among those of a subset. The PDF contains only the glyphs that it uses. */
const FONT = 'NotoSansSC'
const FOLDER = dirname(require.resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const [NORMAL, BOLD] = [`${FOLDER}/400Regular/NotoSansSC_400Regular.ttf`, `${FOLDER}/600SemiBold/NotoSansSC_600SemiBold.ttf`]
const INK = { text: '#202124', quiet: '#5f6368', line: '#dadce0', head: '#f1f3f4', warn: '#b3261e' } as const
const WORDS = {
  cut: {
    zh: `此处列出前 ${PRINTED_ROWS} 行，共 {n} 行；完整列表见表格文件`,
    en: `The first ${PRINTED_ROWS} of {n} rows; the workbook has all of them`,
  },
  page: { zh: '第 {n} 页，共 {all} 页', en: 'Page {n} of {all}' },
} as const
/** Wide tables are printed across. */
const ACROSS_FROM = 9

const numbers = new Map<number, Intl.NumberFormat>()
/** A number as the pages of the console write it. */
const numberText = (value: number, decimals: number): string => {
  const known =
    numbers.get(decimals) ?? new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numbers.set(decimals, known)
  return known.format(value)
}
const FORBIDDEN = /[\p{Cc}\p{Cs}]/gu
export const cellText = (cell: PrintCell): string => {
  if (cell === null) return '—'
  if (typeof cell === 'string') return cell.replace(FORBIDDEN, ' ')
  return cell.n === null ? '—' : numberText(cell.n, cell.d)
}

const tableOf = ({ name, columns, rows, empty, total = rows.length }: PrintTable, lang: PrintDocument['lang']): Content[] => {
  const caption: Content = { text: cellText(name), fontSize: 9, bold: true, margin: [0, 4, 0, 2], headlineLevel: 1 }
  if (rows.length === 0) return [caption, { text: empty ?? '—', color: INK.quiet, margin: [0, 0, 0, 8] }]
  const head = columns.map(
    ({ head: text, align }): TableCell => ({ text: cellText(text), bold: true, alignment: align ?? 'left', fillColor: INK.head }),
  )
  const body = rows
    .slice(0, PRINTED_ROWS)
    .map((row) => row.map((cell, n): TableCell => ({ text: cellText(cell), alignment: columns[n]?.align ?? 'left' })))
  const cut: Content[] =
    total > PRINTED_ROWS ? [{ text: WORDS.cut[lang].replace('{n}', numberText(total, 0)), color: INK.quiet, margin: [0, 2, 0, 0] }] : []
  return [
    caption,
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: columns.map(({ share }) => (share === undefined ? '*' : `${share}%`)),
        body: [head, ...body],
      },
      layout: { hLineWidth: () => 0.4, vLineWidth: () => 0, hLineColor: () => INK.line, paddingTop: () => 2, paddingBottom: () => 2 },
      fontSize: columns.length > 6 ? 7 : 8,
      margin: [0, 2, 0, 8],
    },
    ...cut,
  ]
}

const FIGURES_IN_LINE = 4
const partOf = (part: PrintPart, lang: PrintDocument['lang']): Content[] => {
  if (part.kind === 'title')
    return [
      {
        text: cellText(part.text),
        fontSize: 12,
        bold: true,
        margin: [0, 10, 0, 4],
        ...(part.pageBreak ? { pageBreak: 'before' as const } : {}),
      },
    ]
  if (part.kind === 'text')
    return [
      {
        text: cellText(part.text),
        color: part.tone === 'warn' ? INK.warn : part.tone === 'note' ? INK.quiet : INK.text,
        margin: [0, 0, 0, 4],
      },
    ]
  if (part.kind === 'chart' && part.series.every(({ values }) => values.every((value) => value === null))) return []
  if (part.kind === 'chart')
    return [
      {
        stack: [{ text: cellText(part.title), color: INK.quiet, fontSize: 8 }, { svg: chartSvg(part, FONT) }],
        unbreakable: true,
        margin: [0, 2, 0, 6],
      },
    ]
  if (part.kind === 'table') return tableOf(part, lang)
  const lines: Content[] = []
  for (let from = 0; from < part.items.length; from += FIGURES_IN_LINE) {
    const line = part.items.slice(from, from + FIGURES_IN_LINE)
    lines.push({
      columns: Array.from({ length: FIGURES_IN_LINE }, (_, n): Content => {
        const item = line[n]
        if (!item) return { text: '' }
        const unit = item.unit && (typeof item.value !== 'object' || item.value?.n !== null) ? ` ${item.unit}` : ''
        return {
          stack: [
            { text: cellText(item.label), color: INK.quiet, fontSize: 8 },
            {
              text: [
                { text: cellText(item.value), fontSize: 14, bold: true },
                { text: unit, fontSize: 8 },
              ],
            },
            ...(item.note ? [{ text: cellText(item.note), color: INK.quiet, fontSize: 7 }] : []),
          ],
        }
      }),
      columnGap: 8,
      margin: [0, 2, 0, 6],
    })
  }
  return lines
}

const definitionOf = (document: PrintDocument): TDocumentDefinitions => {
  const { lang, title, subtitle, head, foot, parts } = document
  const isWide = parts.some((part) => part.kind === 'table' && part.columns.length >= ACROSS_FROM)
  return {
    pageSize: 'A4',
    pageOrientation: isWide ? 'landscape' : 'portrait',
    pageMargins: [40, 40, 40, 44],
    info: { title, creator: 'Lamplight' },
    defaultStyle: { font: FONT, fontSize: 9, color: INK.text, lineHeight: 1.15 },
    footer: (page, pages) => ({
      columns: [
        { text: cellText(foot), alignment: 'left' },
        { text: WORDS.page[lang].replace('{n}', String(page)).replace('{all}', String(pages)), alignment: 'right', width: 120 },
      ],
      fontSize: 7,
      color: INK.quiet,
      margin: [40, 14, 40, 0],
    }),
    // A caption does not stand alone at the foot of a page.
    pageBreakBefore: (node, nodes) => node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    content: [
      { text: cellText(title), fontSize: 18, bold: true },
      { text: cellText(subtitle), fontSize: 10, color: INK.quiet, margin: [0, 0, 0, 6] },
      ...(head.length > 0
        ? [
            {
              text: head.flatMap(([label, value], n) => [
                { text: `${n > 0 ? '   ' : ''}${cellText(label)} `, color: INK.quiet },
                { text: cellText(value) },
              ]),
              fontSize: 8,
              margin: [0, 0, 0, 6] as [number, number, number, number],
            },
          ]
        : []),
      ...parts.flatMap((part) => partOf(part, lang)),
    ],
  }
}

/** Draws a document as PDF. Blocks the event loop for a second or so: `printPdf` runs it in a thread. */
export const renderPdf = async (document: PrintDocument): Promise<Uint8Array> => {
  pdfmake.setFonts({ [FONT]: { normal: NORMAL, bold: BOLD, italics: NORMAL, bolditalics: BOLD } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === NORMAL || path === BOLD)
  return pdfmake.createPdf(definitionOf(document)).getBuffer()
}
