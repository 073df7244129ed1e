import { rules } from '../../tools/check/rules.ts'
import { checkTree, treeOf } from '../../tools/check/tree.ts'

export const pack = (name: string, ...subpaths: string[]) =>
  JSON.stringify({
    name: `@lamplight/${name}`,
    exports: Object.fromEntries(subpaths.map((subpath) => [subpath, `${subpath}/index.ts`.replace('././', './')])),
  })
export const slice = (name: string, level: number, ...dependsOn: string[]) =>
  `export const it = defineDomain({ name: '${name}', level: ${level}, dependsOn: [${dependsOn.map((each) => `'${each}'`).join(', ')}] })`
export const slicePaths = ['./model', './server', './console']

/** A small repository without findings; each case adds a file that breaks one rule. */
const project: Record<string, string> = {
  'platform/kit/package.json': pack('kit', '.'),
  'platform/server-kit/package.json': pack('server-kit', '.'),
  'platform/console-kit/package.json': pack('console-kit', '.', './map'),
  'platform/testing/package.json': pack('testing', '.'),
  'apps/server/package.json': pack('app-server', '.'),
  'domains/system/package.json': pack('system', ...slicePaths),
  'domains/system/domain.ts': slice('system', 0),
  'domains/system/README.md': '# system',
  'domains/system/model/index.ts': "export { dict } from './dict.resource.ts'",
  'domains/system/model/dict.resource.ts':
    "import { defineResource } from '@lamplight/kit'\nexport const dict = defineResource({ label: ['字典', 'Dictionary'] })",
  'domains/places/package.json': pack('places', ...slicePaths),
  'domains/places/domain.ts': slice('places', 1),
  'domains/places/README.md': '# places',
  'domains/control/package.json': pack('control', ...slicePaths),
  'domains/control/domain.ts': slice('control', 2, 'system'),
  'domains/control/README.md': '# control',
}

/** Returns the findings of the rules for the small repository with these files added: `path:line rule: text`. */
export const findings = (files: Record<string, string>): string[] =>
  checkTree(treeOf({ ...project, ...files }), rules).map(({ path, line, rule, text }) => `${path}:${line} ${rule}: ${text}`)

export const CONTROL = 'domains/control'
export const PAGE = `${CONTROL}/console/batch.page.tsx`
export const page = (jsx: string): Record<string, string> => ({ [PAGE]: `export const Page = () => (\n  ${jsx}\n)\n` })

export interface Case {
  readonly name: string
  readonly bad: Record<string, string>
  /** Start of the expected finding: place, rule and part of the text. */
  readonly message: string
  /** A similar file without findings. */
  readonly good: Record<string, string>
}
