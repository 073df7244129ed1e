import { type Lang, pick, type Text } from '@lamplight/kit'
import { SCAFFOLD_NOTES } from '../../model/code.resource.ts'
import type { Scaffold } from './scaffold.ts'

const HEAD: Text = ['生成的代码', 'Generated code']
const STEPS: readonly Text[] = [
  ['把各文件夹复制到仓库根目录；路径已是最终位置。', 'Copy the folders to the root of the repository: the paths are final.'],
  [
    '迁移编号取自生成时的数据库；若已被占用，请改用下一个编号。已应用的迁移不可修改。',
    'The migration has the next number of the database that generated it; if that number is taken, use the next free one. Applied migrations never change.',
  ],
  ['加入下列各行（`…` 表示已有内容）。', 'Add the lines below (`…` is what is there).'],
  [
    '运行 `npm run gen` 和 `npm run check`；契约测试按定义覆盖新的资源。`roles` 决定各角色的初始权限，请核对。',
    'Run `npm run gen` and `npm run check`; the contract tests cover the resource by its definition. Review `roles`: the known roles begin with rights by it.',
  ],
]
const SCOPE: Text = [
  "每行属于一个租户（行级安全）。需要按项目或区域限制时，改 `scope` 并加 `f.ref('places.project', …)`。",
  "Rows belong to a tenant (row-level security). To cut them by project or area, change `scope` and add `f.ref('places.project', …)`.",
]

/** Markdown notes for generated files: what they are, where they belong, and which lines to add by hand. */
export const scaffoldNotes = (made: readonly Scaffold[], lang: Lang): string => {
  const say = (text: Text): string => pick(text, lang)
  const one = ({ resource, files, wiring, notes }: Scaffold): string[] => [
    `## ${resource.name} ${say(resource.label).replace(/[\\`*_[\]<>#|]/g, ' ')}`,
    '',
    ...files.map(({ path }) => `- \`${path}\``),
    '',
    ...wiring.flatMap(({ where, lines }) => [`\`${where}\``, '', '```ts', ...lines, '```', '']),
    ...(notes.length > 0 ? [`${say(SCAFFOLD_NOTES)}:`, '', ...notes.map((note) => `- ${say(note)}`), ''] : []),
  ]
  const steps = STEPS.map((step, at) => `${at + 1}. ${say(step)}`)
  return [`# ${say(HEAD)}`, '', ...steps, '', say(SCOPE), '', ...made.flatMap(one)].join('\n')
}
