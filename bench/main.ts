// npm run bench [-- NAME …]: the headline figures, each beside the limit measured in the same run.
import { cpus } from 'node:os'
import type { Figure } from './measure.ts'

const figures: Readonly<Record<string, () => Promise<{ run: () => Promise<Figure | Figure[]> }>>> = {
  batch: () => import('./batch.ts'),
  'batch-100k': async () => ({ run: (await import('./batch.ts')).runLarge }),
  ingest: () => import('./ingest.ts'),
  list: () => import('./list.ts'),
  live: () => import('./live.ts'),
}
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`)
for (const [name, load] of Object.entries(figures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const figure of [await (await load()).run()].flat()) {
    console.log(`\n${name}: ${figure.name}`)
    console.log(
      `  ours ${shown(figure.ours)} ${figure.unit} · limit ${shown(figure.limit)} ${figure.unit} · ratio ${figure.ratio.toFixed(2)} (aim ${figure.aim})`,
    )
    console.log(`  ratios of the rounds: ${figure.rounds.map((ratio) => ratio.toFixed(2)).join(' ')}`)
    for (const note of figure.notes) console.log(`  ${note}`)
  }
}
process.exit(0)
