import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { sheetsBook } from '../resource/workbook.ts'
import type { PrintCell, PrintDocument, PrintTable } from './document.ts'

export const PDF_TYPE = 'application/pdf'
/** Documents that are drawn at the same time; further ones wait. Each takes about 150 MB. */
const AT_ONCE = 2
const HEAP_MB = 768
let drawing = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else drawing += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing -= 1
  }
}

/** Draws a document as PDF in a thread of its own, with the Chinese font embedded. */
export const printPdf = (document: PrintDocument): Promise<Buffer> =>
  inTurn(async () => {
    const thread = new Worker(new URL('./print-thread.ts', import.meta.url), {
      workerData: document,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    try {
      const bytes = await new Promise<Uint8Array>((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.once('exit', (code) => reject(new Error(`the thread that draws the document ended with ${code}`)))
      })
      return Buffer.from(bytes)
    } finally {
      await thread.terminate()
    }
  })

const plain = (cell: PrintCell): unknown => (cell !== null && typeof cell === 'object' ? (cell.n ?? '') : (cell ?? ''))
const HEAD = { zh: ['指标', '值', '单位', '说明'], en: ['Figure', 'Value', 'Unit', 'Note'] } as const

/** Writes the figures and tables of a document as a workbook: one sheet for each table, with numbers as numbers. */
export const printBook = (document: PrintDocument): Readable => {
  const figures = document.parts.flatMap((part) => (part.kind === 'figures' ? part.items : []))
  const texts = document.parts.flatMap((part) => (part.kind === 'text' ? [[part.text]] : []))
  const tables = document.parts.filter((part): part is PrintTable => part.kind === 'table')
  const first = {
    name: document.title,
    heads: [...HEAD[document.lang]],
    rows: [
      ...document.head.map(([label, value]) => [label, value, '', '']),
      ...figures.map(({ label, value, unit, note }) => [label, plain(value), unit ?? '', note ?? '']),
      ...texts,
    ],
  }
  return sheetsBook([
    first,
    ...tables.map(({ name, columns, rows }) => ({ name, heads: columns.map(({ head }) => head), rows: rows.map((row) => row.map(plain)) })),
  ])
}
