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

/** Returns the text of docs/performance.md for the last run: a table, then notes and tables of each figure. */
export const documentOf = (machine: string, figures: readonly (readonly [name: string, figure: Figure])[]): string =>
  [
    '# Performance',
    '',
    `The last run of \`npm run bench -- --keep\`, on data it makes itself. ${machine}.`,
    'Every figure stands beside the limit measured in the same run: the machine differs from hour to hour, the ratio hardly. Ranges are the rounds.',
    '',
    '| | what | ours | limit | ratio | aim |',
    '|---|---|---|---|---|---|',
    ...figures.map(([name, figure]) => rowOf(name, figure)),
    '',
    ...figures.filter(([, { notes, table }]) => notes.length > 0 || table).flatMap(([name, figure]) => sectionOf(name, figure)),
  ].join('\n')
