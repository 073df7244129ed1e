// npm run bench [-- NAME … --keep]: measures the headline figures, each with its limit in the same run; --keep writes them into docs/performance.md.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './measure.ts'
import { documentOf, linesOf } from './reports/report.ts'

const figures: Readonly<Record<string, () => Promise<{ run: () => Promise<Figure | Figure[]> }>>> = {
  batch: () => import('./batch.ts'),
  reads: () => import('./lists/reads.ts'),
  'batch-100k': async () => ({ run: (await import('./batch.ts')).runLarge }),
  console: () => import('./console.ts'),
  import: () => import('./import.ts'),
  ingest: () => import('./ingest.ts'),
  'report-monthly': () => import('./reports/report-monthly.ts'),
  'report-year': () => import('./reports/report-year.ts'),
  series: () => import('./reports/series.ts'),
  points: () => import('./points.ts'),
  list: () => import('./lists/list.ts'),
  peers: () => import('./peers.ts'),
  growth: () => import('./growth.ts'),
  search: () => import('./lists/search.ts'),
  devices: () => import('./lists/device-lists.ts'),
  administration: () => import('./lists/administration.ts'),
  memory: () => import('./memory.ts'),
  live: () => import('./live.ts'),
  map: () => import('./map.ts'),
  calendar: () => import('./calendar.ts'),
  flood: () => import('./flood.ts'),
  past: () => import('./past.ts'),
  detection: () => import('./detection.ts'),
  wall: () => import('./wall.ts'),
}
const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
const root = join(import.meta.dirname, '..')
const verdicts: string[] = []
let failed = 0

/** Writes the figures of a bench into docs/performance.md as soon as they are known: a run that is cut off keeps what it measured. */
const keep = async (name: string, measured: readonly Figure[]): Promise<void> => {
  const file = join(root, 'docs', 'performance.md')
  const when = `${new Date().toISOString().slice(0, 10)}, ${machine}`
  const found = measured.map((figure) => [name, figure] as const)
  await writeFile(file, documentOf(found, { before: await readFile(file, 'utf8'), order: Object.keys(figures), measured: when }))
}

console.log(machine)
if (spawnSync(process.execPath, [join(root, 'tools', 'build', 'main.ts')], { stdio: 'inherit' }).status !== 0) process.exit(1)
for (const [name, load] of Object.entries(figures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    const measured = [await (await load()).run()].flat()
    for (const figure of measured) {
      verdicts.push(...(figure.verdict ?? []).map((line) => `${name}: ${line}`))
      for (const line of linesOf(name, figure)) console.log(line)
    }
    if (words.includes('--keep')) await keep(name, measured)
  } catch (thrown) {
    failed += 1
    console.error(`\n${name} failed:`, thrown)
  }
}
for (const line of verdicts) console.log(line)
process.exit(failed > 0 ? 1 : 0)
