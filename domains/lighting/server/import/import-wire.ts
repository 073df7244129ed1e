import { type Lang, pick } from '@lamplight/kit'
import type { Ctx } from '@lamplight/server-kit'
import type { Preview } from './import-preview.ts'
import { type ImportRow, recordOf } from './import-session.ts'

/** A preview in the user's language. */
export const previewOf = (preview: Preview, lang: Lang) => ({
  ...preview,
  failures: preview.failures.map(({ row, kind, reason, values, at }) => ({ row, kind, reason: pick(reason, lang), values, at })),
  notes: preview.notes.map((note) => pick(note, lang)),
  // Previews of older versions have no question.
  question: preview.question ? pick(preview.question, lang) : null,
})

/** Detail of an import for its page: state, columns, mapping and last preview. */
export const detailOf = async (ctx: Ctx, row: ImportRow) => {
  const { inspection, mapping } = row
  const [seen] =
    row.phase === 'draft'
      ? await ctx.query<{ preview: Preview }>('select preview from lighting_import_preview where import_id = $1', [row.id])
      : []
  return {
    ...recordOf(row, ctx.zone, ctx.lang),
    remembered: row.remembered,
    spacing: row.spacing,
    inspection: inspection && {
      format: inspection.format,
      columns: inspection.columns,
      sheets: inspection.sheets,
      rows: inspection.rows,
      sample: inspection.sample,
      litWays: inspection.litWays,
      // Inspections that an older version stored have no grids.
      grids: inspection.grids ?? [],
      question: inspection.question ? pick(inspection.question, ctx.lang) : null,
      guesses: inspection.guesses.map((guess) => ({ ...guess, reason: pick(guess.reason, ctx.lang) })),
      notes: inspection.notes.map((note) => pick(note, ctx.lang)),
    },
    mapping,
    preview: seen ? previewOf(seen.preview, ctx.lang) : null,
  }
}
