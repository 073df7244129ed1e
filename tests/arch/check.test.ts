import { describe, expect, test } from 'vitest'
import { rules } from '../../tools/check/rules.ts'
import { keyCases } from './key-cases.ts'
import { type Case, CONTROL, findings, PAGE, page, slice } from './small-project.ts'

const cases: readonly Case[] = [
  ...keyCases,
  {
    name: 'a console that repeats a text of the model',
    bad: {
      'domains/system/model/log-texts.ts': "l(['操作日志', 'Log'])",
      'domains/system/console/log.messages.ts': "\nl([\n  '操作日志',\n  'Log',\n])",
    },
    message: 'domains/system/console/log.messages.ts:3 repeated text: "操作日志" stands in domains/system/model/log-texts.ts',
    good: {
      'domains/system/model/log-texts.ts': "l(['操作日志', 'Log'], ['状态', 'State'])",
      'domains/system/console/log.messages.ts': "l(['操作日志', 'Logs'], ['状态', 'State'])",
      'domains/control/console/log.messages.ts': "l(['操作日志', 'Log'])",
    },
  },
  {
    name: 'a model that reads files',
    bad: { [`${CONTROL}/model/plan.ts`]: "\nimport { readFileSync } from 'node:fs'" },
    message: `${CONTROL}/model/plan.ts:2 boundary: runs in the browser too`,
    good: { [`${CONTROL}/model/plan.test.ts`]: "import { readFileSync } from 'node:fs'" },
  },
  {
    name: 'a kit that draws',
    bad: { 'platform/kit/cell.ts': "import { createElement } from 'react'" },
    message: 'platform/kit/cell.ts:1 boundary: runs on both sides: react does not',
    good: { 'platform/console-kit/cell.ts': "import { createElement } from 'react'" },
  },
  {
    name: 'a field model that knows the server',
    bad: { 'platform/fields/text/model.ts': "export { pool } from '@lamplight/server-kit'" },
    message: 'platform/fields/text/model.ts:1 boundary: runs on both sides',
    good: { 'platform/fields/text/model.ts': "export { pick } from '@lamplight/kit'" },
  },
  {
    name: 'a server that shows something',
    bad: { [`${CONTROL}/server/batch.server.ts`]: "import { Menu } from '@base-ui/react/menu'" },
    message: 'boundary: the server sees no user interface: @base-ui/react/menu',
    good: { [`${CONTROL}/server/batch.server.ts`]: "import { query } from '@lamplight/server-kit'" },
  },
  {
    name: "a server that enters a slice's console",
    bad: { [`${CONTROL}/server/batch.server.ts`]: "import { x } from '@lamplight/system/console'" },
    message: 'boundary: the server sees no user interface: @lamplight/system/console',
    good: { [`${CONTROL}/server/batch.server.ts`]: "import { x } from '@lamplight/system/model'" },
  },
  {
    name: 'a console that takes from its own server',
    bad: { [`${CONTROL}/console/use-batch.ts`]: "import { rows } from '../server/rows.ts'", [`${CONTROL}/server/rows.ts`]: '' },
    message: `${CONTROL}/console/use-batch.ts:1 boundary: the console sees no server code`,
    good: {
      [`${CONTROL}/console/use-batch.ts`]: "import type { rowsRoute } from '../server/rows.ts'\nimport { rows } from '../model/rows.ts'",
      [`${CONTROL}/model/rows.ts`]: '',
      [`${CONTROL}/server/rows.ts`]: '',
    },
  },
  {
    name: 'a slice with its own database driver',
    bad: { [`${CONTROL}/server/batch.handler.ts`]: "const pg = await import('pg')" },
    message: 'boundary: only server-kit, postgres and testing import pg',
    good: { 'platform/server-kit/database/db.ts': "import pg from 'pg'" },
  },
  {
    name: 'a relative path into another package',
    bad: { [`${CONTROL}/model/plan.ts`]: "import { dict } from '../../system/model/dict.resource.ts'" },
    message: 'boundary: leaves its package: enter domains/system by its name',
    good: { [`${CONTROL}/model/plan.ts`]: "import { dict } from '@lamplight/system/model'" },
  },
  {
    name: 'an app that is imported',
    bad: { 'platform/server-kit/boot.ts': "import { main } from '@lamplight/app-server'" },
    message: 'boundary: apps are put together, never imported',
    good: { 'tools/gen/main.ts': "import { main } from '@lamplight/app-server'" },
  },
  {
    name: 'a platform that knows a slice',
    bad: { 'platform/server-kit/boot.ts': "import { dict } from '@lamplight/system/model'" },
    message: 'boundary: the platform knows no slice',
    good: { 'apps/server/main.ts': "import { dict } from '@lamplight/system/model'" },
  },
  {
    name: 'a package that is not there',
    bad: { [`${CONTROL}/model/plan.ts`]: "import { x } from '@lamplight/nowhere'" },
    message: 'boundary: there is no package @lamplight/nowhere',
    good: {},
  },
  {
    name: 'a package of the platform without a layer',
    bad: { 'platform/stray/x.ts': '' },
    message: 'platform/stray/x.ts:1 boundary: the file belongs to no area',
    good: {},
  },
  {
    name: 'isomorphic code that needs a browser',
    bad: { 'platform/kit/where.ts': 'export const where = () => window.location.href' },
    message: 'platform/kit/where.ts:1 isomorphic: window does not exist on both sides',
    good: {
      'platform/kit/where.ts': "// window.location is not used\nexport const over = (window: Date[]) => window.map(String) + 'process.env'",
    },
  },
  {
    name: 'a slice that is not listed',
    bad: { [`${CONTROL}/server/batch.server.ts`]: "import { area } from '@lamplight/places/model'" },
    message: 'slice: domain.ts of control does not list places in dependsOn',
    good: {
      [`${CONTROL}/domain.ts`]: slice('control', 2, 'places'),
      [`${CONTROL}/server/a.server.ts`]: "import { area } from '@lamplight/places/model'",
    },
  },
  {
    name: 'a slice that looks up',
    bad: {
      'domains/system/domain.ts': slice('system', 0, 'control'),
      'domains/system/model/x.ts': "import { batch } from '@lamplight/control/model'",
    },
    message: 'domains/system/model/x.ts:1 slice: system (level 0) may not see control (level 2)',
    good: {},
  },
  {
    name: 'files in a circle',
    bad: {
      'platform/kit/a.ts': "import type { B } from './b.ts'",
      'platform/kit/b.ts': "export const load = () => import('./c.ts')",
      'platform/kit/c.ts': "\nimport { a } from './a.ts'",
    },
    message: 'platform/kit/c.ts:2 circle: files import each other in a circle: a.ts → b.ts → c.ts → a.ts',
    good: {
      'platform/kit/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
      'platform/kit/b.ts': "import { c } from './c.ts'",
      'platform/kit/c.ts': '',
    },
  },
  {
    name: 'packages in a circle',
    bad: {
      'platform/server-kit/a.ts': "import { b } from '@lamplight/testing'",
      'platform/testing/b.ts': "import { a } from '@lamplight/server-kit'",
    },
    message: 'cycle: packages depend on each other in a circle: platform/server-kit → platform/testing → platform/server-kit',
    good: {
      'platform/server-kit/a.test.ts': "import { b } from '@lamplight/testing'",
      'platform/testing/b.ts': "import { a } from '@lamplight/server-kit'",
    },
  },
  {
    name: 'a role that does not exist',
    bad: { [`${CONTROL}/server/batch.service.ts`]: '' },
    message: `${CONTROL}/server/batch.service.ts:1 file name: .service is not a role of server`,
    good: {
      [`${CONTROL}/server/batch.handler.ts`]: '',
      [`${CONTROL}/server/ledger.ts`]: '',
      [`${CONTROL}/server/batch.handler.test.ts`]: '',
    },
  },
  {
    name: 'a role of another part',
    bad: { [`${CONTROL}/model/batch.page.tsx`]: '' },
    message: 'file name: .page is not a role of model',
    good: page('null'),
  },
  {
    name: 'a declaration in a file of no role',
    bad: { [`${CONTROL}/model/batch.ts`]: 'export const batch = defineResource({})' },
    message: 'file name: defineResource belongs in a .resource.ts file',
    good: { [`${CONTROL}/model/batch.resource.ts`]: 'export const batch = defineResource({})' },
  },
  {
    name: 'a role without its declaration',
    bad: { [`${CONTROL}/model/batch.errors.ts`]: 'export const batch = {}' },
    message: 'file name: a .errors.ts file holds defineErrors',
    good: { [`${CONTROL}/model/control.errors.ts`]: 'export const errors = defineErrors({})' },
  },
  {
    name: 'markup in a hook',
    bad: { [`${CONTROL}/console/use-batch.tsx`]: '' },
    message: 'file name: a use- file holds logic',
    good: { [`${CONTROL}/console/use-batch.ts`]: '' },
  },
  {
    name: 'a name in camels',
    bad: { 'platform/kit/deviceType.ts': '' },
    message: 'file name: deviceType.ts is not kebab-case',
    good: { 'platform/kit/device-type.ts': '' },
  },
  {
    name: 'a drawer',
    bad: { 'platform/server-kit/utils.ts': '' },
    message: 'file name: name the file after its task',
    good: { 'platform/server-kit/process/times.ts': '' },
  },
  {
    name: 'a fifth part of a slice',
    bad: { [`${CONTROL}/shared/x.ts`]: '' },
    message: 'file name: the parts of a slice are model, server, console, play and testing',
    good: { [`${CONTROL}/server/dispatch/plan.ts`]: '', [`${CONTROL}/play/lock.play.ts`]: '' },
  },
  {
    name: 'an index that the package does not export',
    bad: { 'platform/console-kit/shell/index.ts': '' },
    message: 'platform/console-kit/shell/index.ts:1 package exports:',
    good: { 'platform/console-kit/map/index.ts': '' },
  },
  {
    name: 'a slice without papers',
    bad: { 'domains/solar/model/panel.ts': '' },
    message: 'slice papers: domains/solar/README.md is missing',
    good: { 'domains/solar/domain.ts': slice('solar', 3), 'domains/solar/README.md': '# solar' },
  },
  {
    name: 'a slice that talks too long',
    bad: { [`${CONTROL}/README.md`]: 'line\n'.repeat(61) },
    message: `${CONTROL}/README.md:1 slice papers: longer than 60 lines`,
    good: { [`${CONTROL}/README.md`]: 'line\n'.repeat(60) },
  },
  {
    name: 'a slice under a wrong name',
    bad: { [`${CONTROL}/domain.ts`]: slice('remote', 2) },
    message: 'slice papers: its name is not control',
    good: {},
  },
  {
    name: 'a file that is too long',
    bad: { 'platform/kit/rule.ts': 'export {}\n'.repeat(401) },
    message: 'platform/kit/rule.ts:1 size: 401 lines',
    good: { 'platform/kit/rule.ts': 'export {}\n'.repeat(400) },
  },
  {
    name: 'a default export',
    bad: { 'platform/kit/rule.ts': 'const a = 1\nexport default a' },
    message: 'platform/kit/rule.ts:2 named exports:',
    good: { 'apps/console/vite.config.ts': 'export default {}', 'platform/kit/x.ts': "const s = 'export default a'" },
  },
  {
    name: 'bare words in JSX',
    bad: page('<h1>\n  Lamps\n</h1>'),
    message: `${PAGE}:2 text: "Lamps" has no translation`,
    good: page("<h1 className='title'>{t(['灯具', 'Lamps'])} 12 kW · {count}&nbsp;%</h1>"),
  },
  {
    name: 'bare Chinese words in JSX',
    bad: page('<b>灯</b>'),
    message: 'text: "灯" has no translation',
    good: page("<b>{state === 'open' ? t(TEXTS.open) : t(['关', 'Closed'])}</b>"),
  },
  {
    name: 'bare words in an expression',
    bad: page("<b>{open ? 'Open' : t(['关', 'Closed'])}</b>"),
    message: 'text: "Open" has no translation',
    good: page("<b>{kind === 'open' && <Mark kind={'open'} />}</b>"),
  },
  {
    name: 'bare words in an attribute that is read',
    bad: page('<input aria-label="Search lamps" />'),
    message: 'text: "Search lamps" has no translation',
    good: page('<input type="search" name="lamp" aria-label={t([\'搜索\', \'Search\'])} />'),
  },
  {
    name: 'Chinese without English',
    bad: { [`${CONTROL}/model/words.ts`]: "export const word = { label: '灯具' }" },
    message: 'both languages: "灯具" has no English beside it',
    good: {
      [`${CONTROL}/model/words.ts`]:
        "export const word = { label: ['灯具', `Lamp`], unit: zh ? '盏' : 'lamps', row: ['1', '灯', 'Lamp'], zh: '灯', en: 'Lamp' } // 灯具",
      [`${CONTROL}/server/seed.ts`]: "export const role = '管理员'",
      [`${CONTROL}/server/call.ts`]: "export const call = { example: { body: { names: ['张三'] } }, file: { example: '张三' } }",
    },
  },
  {
    name: 'Chinese beside Chinese',
    bad: { [`${CONTROL}/model/words.ts`]: "export const words = ['灯具', '网关']" },
    message: 'both languages: "网关" has no English beside it',
    good: { [`${CONTROL}/model/words.ts`]: "export const words = [['灯具', 'Lamp'], ['网关', name[1]]]" },
  },
  {
    name: 'half-width punctuation in Chinese',
    bad: { [`${CONTROL}/model/words.ts`]: "export const words = ['确定删除?', 'Delete?']" },
    message: 'punctuation: "确定删除?": write 除? with full-width punctuation',
    good: {
      [`${CONTROL}/model/words.ts`]:
        "export const words = [['确定删除？', 'Delete?'], ['灯（主）', 'Lamp'], ['主机:端口', 'host:port'], ['id: 不存在', 'id: none'], ['操作成功!', 'Done']]",
    },
  },
  {
    name: 'half-width punctuation around a placeholder',
    bad: { [`${CONTROL}/model/words.ts`]: `export const words = [\`编号重复: \${sn}\`, \`\${sn} repeats\`]` },
    message: 'punctuation: "编号重复:": write 复: with full-width punctuation',
    good: { [`${CONTROL}/model/words.ts`]: `export const words = [\`编号重复：\${x}, \${y}\`, \`\${sn} repeats\`]` },
  },
  {
    name: 'a raw colour',
    bad: page("<i style={{ color: '#D64545' }} />"),
    message: `${PAGE}:2 tokens: #D64545 is raw`,
    good: {
      ...page("<i style={{ color: 'var(--danger)' }} href='#top' />"),
      'platform/console-kit/map/paint/palette.ts': "export const red = '#D64545'",
    },
  },
  {
    name: 'a raw size',
    bad: page(`<i style={{ padding: \`12px \${gap}\` }} />`),
    message: 'tokens: 12px is raw',
    good: page("<i style={{ padding: 'var(--space-3)', border: '1px solid' }} />"),
  },
  {
    name: 'a raw colour in a style sheet',
    bad: { 'platform/console-kit/shell/shell.css': '.bar {\n  color: rgb(1 2 3);\n}' },
    message: 'platform/console-kit/shell/shell.css:2 tokens:',
    good: {
      'platform/console-kit/theme/dark.css': ':root { --ink: #0E131B; }',
      'platform/console-kit/shell/shell.css': '/* #fff */ .bar { color: var(--ink); }',
    },
  },
  {
    name: 'any',
    bad: { 'platform/kit/x.ts': 'const a = (b: any) => b' },
    message: 'forbidden: any switches the checks off',
    good: { 'platform/kit/x.ts': "const any = ['any'] // : any\nconst b = { any }" },
  },
  {
    name: 'any in type arguments',
    bad: { 'platform/kit/x.ts': 'const a = new Map<string, any>()' },
    message: 'forbidden: any switches the checks off',
    good: { 'platform/kit/x.ts': 'const a = new Map<string, unknown>()' },
  },
  {
    name: 'a class',
    bad: { 'platform/kit/x.ts': 'export class Dispatcher {}' },
    message: 'forbidden: no classes',
    good: { 'platform/kit/x.ts': "export class Refusal extends Error {}\nconst css = 'class names {'" },
  },
  {
    name: 'a silenced compiler',
    bad: { 'platform/kit/x.ts': `\n${'// @ts'}-ignore\nconst a = 1` },
    message: 'platform/kit/x.ts:2 forbidden: the compiler is not silenced',
    good: {
      'platform/kit/x.ts': "const say = '@ts-ignore'",
      'platform/kit/x.test.ts': '// @ts-expect-error: leaving it out does not compile',
    },
  },
  {
    name: 'a folder with too many files',
    bad: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`platform/inventory/f${n}.ts`, ''])),
    message: 'room: platform/inventory holds 41 files, more than 40',
    good: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`platform/inventory/f${n}.ts`, ''])),
  },
  {
    name: 'a spread of a literal',
    bad: { 'platform/kit/x.ts': 'const row = {\n  ...{ id, name },\n  ...rest,\n}' },
    message: 'platform/kit/x.ts:2 forbidden: a spread of a literal hides lines',
    good: { 'platform/kit/x.ts': 'const row = { id, ...rest, ...(isNew && { name }), ...[...rows].map(tell) }' },
  },
  {
    name: 'a postponed duty',
    bad: { 'platform/kit/x.ts': '/* later\n TODO: more */' },
    message: 'platform/kit/x.ts:2 forbidden: finish it now',
    good: { 'platform/kit/x.ts': "const todo = 'TODO'" },
  },
  {
    name: 'a test that does not run',
    bad: { 'platform/kit/x.test.ts': "test.skip('later', () => {})" },
    message: 'forbidden: every test runs',
    good: { 'platform/kit/x.test.ts': "test('skip', () => queue.skip())" },
  },
  {
    name: 'a citation of something that is not there',
    bad: { [`${CONTROL}/model/plan.ts`]: '/** As decisions.md A1 says. */' },
    message: `${CONTROL}/model/plan.ts:1 citation: docs/spec/decisions.md has no A1`,
    good: { [`${CONTROL}/model/plan.ts`]: '/** As decisions.md A1 says. */', 'docs/spec/decisions.md': '### A1. Page sizes' },
  },
  {
    name: 'a row without all columns',
    bad: { 'docs/spec/rules.tsv': 'id\tslice\nrule.plan' },
    message: 'docs/spec/rules.tsv:2 docs/spec: 1 columns instead of 2',
    good: { 'docs/spec/rules.tsv': 'id\tslice\nrule.plan\t' },
  },
]

describe('every rule reports its bad example and accepts the good one', () => {
  test('the minimal project has no finding', () => expect(findings({})).toEqual([]))

  for (const { name, bad, message, good } of cases)
    test(name, () => {
      expect(findings(bad)).toEqual(expect.arrayContaining([expect.stringContaining(message)]))
      expect(findings(good).filter((line) => !line.includes('slice papers'))).toEqual([])
    })

  test('every rule has an example', () => {
    const shown = new Set(cases.flatMap(({ bad }) => findings(bad).map((line) => / ([^:]+): /.exec(line)?.[1])))
    expect(rules.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  })
})
