import type { Figure } from '../measure.ts'

const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))

/** Returns the lines of a figure for the terminal. */
export const linesOf = (name: string, figure: Figure): string[] => [
  '',
  `${name}: ${figure.name}`,
  `  ours ${shown(figure.ours)} ${figure.unit} · limit ${shown(figure.limit)} ${figure.unit} · ratio ${figure.ratio.toFixed(2)} (aim ${figure.aim})`,
  `  ratios of the rounds: ${figure.rounds.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  ...figure.notes.map((note) => `  ${note}`),
  ...(figure.table ?? []).map((cells) => `  ${cells.join(' · ')}`),
]

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const rowOf = (name: string, { name: what, unit, ours, limit, ratio, aim, rounds }: Figure): string => {
  const spread = rounds.length > 1 ? ` (${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)})` : ''
  return `| \`${name}\` | ${cell(what)} | ${shown(ours)} ${unit} | ${shown(limit)} ${unit} | ${ratio.toFixed(2)}${spread} | ${cell(aim)} |`
}

const lineOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string[] => [
  lineOf(head),
  `|${'---|'.repeat(head.length)}`,
  ...rows.map(lineOf),
  '',
]
/** Returns notes and table of a figure. */
const sectionOf = (name: string, { name: what, notes, table }: Figure): string[] => [
  `**${name}: ${what}**`,
  '',
  ...notes.map((note) => `- ${note}`),
  ...(notes.length > 0 ? [''] : []),
  ...(table ? tableOf(table) : []),
]

const HEAD = '| | what | ours | limit | ratio | aim | measured |'

/** Rows and sections of a document, by the name of their bench. */
const partsOf = (document: string): ReadonlyMap<string, { readonly rows: string[]; readonly sections: string[] }> => {
  const parts = new Map<string, { rows: string[]; sections: string[] }>()
  const part = (name: string) => parts.get(name) ?? parts.set(name, { rows: [], sections: [] }).get(name)!
  let section: string[] | undefined
  for (const line of document.split('\n')) {
    const row = /^\| `([^`]+)` \|/.exec(line)?.[1]
    const head = /^\*\*([^:*]+): /.exec(line)?.[1]
    if (head) section = part(head).sections
    if (section) section.push(line)
    else if (row) part(row).rows.push(line)
  }
  return parts
}

/**
 * Returns the text of docs/performance.md: a table, then notes and tables of each figure. Rows and sections of `before` stay for the benches that were not
 * run. `order`: names of all benches. `measured`: day and machine of this run.
 */
export const documentOf = (
  figures: readonly (readonly [name: string, figure: Figure])[],
  { before, order, measured }: { readonly before: string; readonly order: readonly string[]; readonly measured: string },
): string => {
  const kept = partsOf(before)
  const parts = order.map((name) => {
    const found = figures.flatMap(([of, figure]) => (of === name ? [figure] : []))
    if (found.length === 0) return kept.get(name) ?? { rows: [], sections: [] }
    return {
      rows: found.map((figure) => `${rowOf(name, figure)} ${cell(measured)} |`),
      sections: found.filter(({ notes, table }) => notes.length > 0 || table).flatMap((figure) => sectionOf(name, figure)),
    }
  })
  return [
    '# Performance',
    '',
    'Measured by `npm run bench -- --keep` on data it makes itself; with names, only those are measured again. The last column says when and where.',
    'Every figure stands beside the limit measured in the same run: the machine differs from hour to hour, the ratio hardly. Ranges are the rounds.',
    '',
    HEAD,
    `|${'---|'.repeat(HEAD.split('|').length - 2)}`,
    ...parts.flatMap(({ rows }) => rows),
    '',
    ...parts.flatMap(({ sections }) => sections),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}
